// The folders of the workspace and of this user, what each holds, and the ones that can be cleared.
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Output } from '#contract/api';
import { announce } from '../../data/live.ts';
import { useCommand, useProcedure } from '../../data/procedures.ts';
import { formatBytes, formatCount } from '../../ui/number-format.ts';
import { ErrorPanel, Loading } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { ConfirmDialog } from '../configs/confirm-dialog.tsx';

type Place = Output<'settings.getStorage'>['places'][number];
const text = words.settings.storage;

export function StorageSettings() {
  const { data, error, refetch } = useProcedure('settings.getStorage', {});
  const [chosen, setChosen] = useState<Place | null>(null);
  return (
    <section aria-label={text.title}>
      <h2>{text.title}</h2>
      <p className="quiet">{text.derived}</p>
      {data ? (
        <PlaceTable places={data.places} onClear={setChosen} />
      ) : error ? (
        <ErrorPanel failure={error.failure} onRetry={() => void refetch()} />
      ) : (
        <Loading lines={6} />
      )}
      {chosen === null ? null : (
        <ClearDialog key={chosen.id} place={chosen} onClose={() => setChosen(null)} />
      )}
    </section>
  );
}

interface PlaceTableProps {
  readonly places: readonly Place[];
  readonly onClear: (place: Place) => void;
}

function PlaceTable({ places, onClear }: PlaceTableProps) {
  return (
    <div className="scroll-x" tabIndex={0} role="group" aria-label={text.title}>
      <table className="plain-table wide">
        <thead>
          <tr>
            <th scope="col">{text.what}</th>
            <th scope="col">{text.folder}</th>
            <th scope="col" className="number">
              {text.files}
            </th>
            <th scope="col" className="number">
              {text.size}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <tr key={place.id}>
              <th scope="row">{place.what}</th>
              <td className="folder">
                <code>{place.folder}</code>
              </td>
              <td className="number">{formatCount(place.files)}</td>
              <td className="number">{formatBytes(place.bytes)}</td>
              <td className="number">
                {place.derived ? (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={text.clearOf(place.what)}
                    disabled={place.files === 0}
                    onClick={() => onClear(place)}
                  >
                    {text.clear}
                  </Button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ClearDialog({ place, onClose }: { readonly place: Place; readonly onClose: () => void }) {
  const clear = useCommand('settings.clearDerived');
  const start = () =>
    clear.mutate(
      { id: place.id },
      {
        onSuccess: ({ bytes }) => {
          announce(text.cleared(place.what, formatBytes(bytes)));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      title={text.clearTitle}
      confirm={text.clearYes}
      isPending={clear.isPending}
      onClose={onClose}
      onConfirm={start}
    >
      <p>{text.clearSays(place.what, place.files, formatBytes(place.bytes))}</p>
      {clear.error ? <ErrorPanel failure={clear.error.failure} /> : null}
    </ConfirmDialog>
  );
}
