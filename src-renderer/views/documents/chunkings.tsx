// Two chunkings over one text: whose they are, how many chunks each makes, and where they cut.
import { NativeSelect } from '@mantine/core';
import type { Failure } from '#contract/failure';
import { useProcedure } from '../../data/procedures.ts';
import type { Route } from '../../routes.ts';
import type { ChunkSpan } from '../../ui/document/chunk-bars.ts';
import { ErrorPanel } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { changeFilter } from './document.tsx';

const text = words.documents;
const none: readonly ChunkSpan[] = [];

interface Chunking {
  /** Id of the config; '' = none. */
  readonly config: string;
  readonly chunks: readonly ChunkSpan[];
  readonly isLoading: boolean;
  readonly failure: Failure | null;
}

export interface Chunkings {
  readonly a: Chunking;
  readonly b: Chunking;
}

/** The address says which configs' chunkings are shown: `?a=hybrid&b=bm25`. */
export function useChunkings(id: string, { filter }: Route): Chunkings {
  return { a: useChunking(id, filter.a ?? ''), b: useChunking(id, filter.b ?? '') };
}

function useChunking(id: string, config: string): Chunking {
  const isOn = config !== '';
  const { data, error, isFetching } = useProcedure('document.getChunks', { id, config }, { enabled: isOn });
  return {
    config,
    chunks: isOn ? (data?.chunks ?? none) : none,
    isLoading: isOn && isFetching,
    failure: isOn && error ? error.failure : null,
  };
}

interface ChunkingChoiceProps {
  readonly chunkings: Chunkings;
  readonly route: Route;
}

export function ChunkingChoice({ chunkings, route }: ChunkingChoiceProps) {
  const { data } = useProcedure('config.listConfigs', {});
  const configs = data?.configs ?? [];
  return (
    <>
      <div className="chunking-choice">
        {(['a', 'b'] as const).map((side) => (
          <div key={side} className="button-line">
            <NativeSelect
              size="xs"
              aria-label={text.chunking[side]}
              value={chunkings[side].config}
              onChange={(event) => changeFilter(route, side, event.currentTarget.value || null)}
              data={[
                { value: '', label: text.noChunking[side] },
                ...configs.map((config) => ({
                  value: config.id,
                  label: `${text.side[side]}: ${config.name}`,
                  disabled: config.problem !== null,
                })),
              ]}
            />
            <span role="status" className={`quiet chunk-count-${side}`}>
              {sayChunks(chunkings[side])}
            </span>
          </div>
        ))}
      </div>
      {[chunkings.a, chunkings.b].map(({ failure, config }, index) =>
        failure === null ? null : <ErrorPanel key={`${config} ${index}`} failure={failure} />,
      )}
    </>
  );
}

function sayChunks({ config, chunks, isLoading, failure }: Chunking): string {
  if (config === '' || failure !== null) return '';
  return isLoading && chunks.length === 0 ? text.cutting : text.chunks(chunks.length);
}
