// What this build of Assay is: version, commit and lock file, put in by the build, and the Node and system it runs on.
import { arch, platform, release } from 'node:os';
import type { BuildInfo } from '#services/run/world';

declare const __ASSAY_BUILD__: {
  readonly version: string;
  readonly commit: string | null;
  readonly lockfile: string | null;
};

export function readBuildInfo(): BuildInfo {
  return { ...__ASSAY_BUILD__, node: process.version, os: `${platform()} ${release()} ${arch()}` };
}
