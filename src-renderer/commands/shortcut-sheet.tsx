// The sheet of shortcuts: every command of this screen that has keys, by group.
import { Modal } from '@mantine/core';
import { Fragment } from 'react';
import { words } from '../words.ts';
import { shortcutParts, useAllCommands, type Command } from './commands.ts';

const text = words.commands;

interface SheetProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function ShortcutSheet({ opened, onClose }: SheetProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={text.sheet}
      lockScroll={false}
      size={720}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': words.frame.close }}
    >
      <Groups />
    </Modal>
  );
}

function Groups() {
  const commands = useAllCommands().filter(({ keys }) => keys !== undefined);
  const groups = [...new Set(commands.map(({ group }) => group))];
  return (
    <>
      <div className="sheet">
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {commands
                .filter((command) => command.group === group)
                .map((command) => (
                  <Line key={command.id} command={command} />
                ))}
            </dl>
          </section>
        ))}
        <section>
          <h3>{text.groups.tables}</h3>
          <dl>
            {text.tableKeys.map(([keys, says]) => (
              <div key={says} className="sheet-line">
                <dt>{says}</dt>
                <dd>
                  <kbd>{keys}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      <p className="quiet sheet-note">{text.typing}</p>
    </>
  );
}

function Line({ command: { title, keys = '', otherKeys, enabled } }: { readonly command: Command }) {
  return (
    <div className="sheet-line">
      <dt className={enabled === false ? 'quiet' : undefined}>{title}</dt>
      <dd>
        <Keys keys={keys} />
        {otherKeys === undefined ? null : (
          <>
            {text.or}
            <Keys keys={otherKeys} />
          </>
        )}
      </dd>
    </div>
  );
}

/** The presses of a shortcut, each as a key. */
export function Keys({ keys }: { readonly keys: string }) {
  return (
    <span className="keys">
      {shortcutParts(keys).map((press, index) => (
        <Fragment key={index}>
          {index === 0 ? null : <span className="quiet">{text.then}</span>}
          <kbd>{press}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
