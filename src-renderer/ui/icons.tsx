// Icons, drawn as SVG so that no font is loaded. They say nothing to screen readers: a word always stands beside them.
import type { ReactNode } from 'react';

export type IconName =
  | 'check'
  | 'magnifier'
  | 'scissors'
  | 'braces'
  | 'book'
  | 'dash'
  | 'cross'
  | 'overview'
  | 'runs'
  | 'documents'
  | 'bank'
  | 'configs'
  | 'search'
  | 'compare'
  | 'settings'
  | 'plus'
  | 'undo'
  | 'redo'
  | 'trash'
  | 'copy'
  | 'warning'
  | 'lock'
  | 'globe';

const paths: Readonly<Record<IconName, ReactNode>> = {
  check: <path d="M3 8.5 6.5 12 13 4.5" />,
  magnifier: (
    <>
      <circle cx="7" cy="7" r="3.8" />
      <path d="m10 10 3.5 3.5" />
    </>
  ),
  scissors: (
    <>
      <circle cx="4.2" cy="4.2" r="1.7" />
      <circle cx="4.2" cy="11.8" r="1.7" />
      <path d="M5.6 5.2 13 11M5.6 10.8 13 5" />
    </>
  ),
  braces: (
    <path d="M6 2.5c-1.6 0-2 .8-2 2v1.7C4 7.300 3.300 8 2.500 8 3.300 8 4 8.700 4 9.800v1.700c0 1.200.4 2 2 2M10 2.500c1.600 0 2 .8 2 2v1.700c0 1.100.7 1.800 1.500 1.800-.8 0-1.500.7-1.500 1.800v1.700c0 1.200-.4 2-2 2" />
  ),
  book: (
    <path d="M8 4.200C6.500 3.200 4.500 3 2.500 3v9.200c2 0 4 .2 5.500 1.200 1.500-1 3.500-1.200 5.500-1.200V3c-2 0-4 .2-5.500 1.200Zm0 0v9.200" />
  ),
  dash: <path d="M3.500 8h9" />,
  cross: <path d="m4 4 8 8m0-8-8 8" />,
  overview: (
    <path d="M2.500 2.500h4.500v5.500H2.500zM9 2.500h4.500V6H9zM9 8h4.500v5.500H9zM2.500 10h4.500v3.500H2.500z" />
  ),
  runs: <path d="M5 3.200v9.600L13 8z" />,
  documents: <path d="M4 1.800h5.500L12.500 5v9.200H4zM9.300 2v3.200h3M6 8.200h4.500M6 10.800h4.500" />,
  bank: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M6.200 6.300c.2-1 1-1.500 1.900-1.500 1 0 1.800.7 1.800 1.600 0 1.300-1.800 1.500-1.800 2.900M8.100 11.400v.1" />
    </>
  ),
  configs: (
    <path d="M2.500 4.500h6m3 0h2M2.500 11.500h2m3 0h6M10 2.800a1.700 1.700 0 1 1 0 3.400 1.700 1.700 0 0 1 0-3.400ZM6 9.800a1.700 1.700 0 1 1 0 3.400 1.700 1.700 0 0 1 0-3.400Z" />
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.2" />
      <path d="m10.200 10.200 3.500 3.500M5 7h4" />
    </>
  ),
  compare: <path d="M2.500 3h4.500v10H2.500zM9 3h4.500v10H9zM4 6h1.500M10.500 6H12M4 9h1.500M10.500 9H12" />,
  settings: (
    <>
      <circle cx="8" cy="8" r="2.200" />
      <path d="M8 1.800v2M8 12.200v2M1.800 8h2M12.200 8h2M3.600 3.600 5 5M11 11l1.400 1.400M12.400 3.600 11 5M5 11l-1.400 1.400" />
    </>
  ),
  plus: <path d="M8 3v10M3 8h10" />,
  undo: <path d="M6 3 2.500 6.500 6 10M2.800 6.500H9a4 4 0 0 1 0 7H6" />,
  redo: <path d="m10 3 3.500 3.500L10 10M13.200 6.500H7a4 4 0 0 0 0 7h3" />,
  trash: <path d="M3 4.500h10M6 4.500V3h4v1.500M4.300 4.500 5 13.500h6l.7-9M7 7v4M9 7v4" />,
  copy: <path d="M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3" />,
  warning: <path d="M8 2.200 14.300 13.500H1.700zM8 6.500v3.300M8 11.600v.2" />,
  lock: <path d="M3.500 7.200h9v6.300h-9zM5.300 7V5a2.700 2.700 0 0 1 5.400 0v2" />,
  globe: (
    <path d="M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Zm0 0c-3.500 3.800-3.500 8.200 0 12 3.500-3.800 3.500-8.200 0-12ZM2.300 8h11.400" />
  ),
};

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {paths[name]}
    </svg>
  );
}
