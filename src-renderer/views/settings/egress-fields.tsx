// Where calls may go: the policy, what each policy means, and the hosts of the one that lists them.
import { Button, Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import { words } from '../../words.ts';
import type { Settings } from './workspace-draft.ts';

type Egress = Settings['egress'];
const text = words.settings.egress;
const policies = ['none', 'loopback', 'hosts'] as const;

interface EgressFieldsProps {
  readonly egress: Egress;
  readonly onChange: (egress: Egress) => void;
}

export function EgressFields({ egress, onChange }: EgressFieldsProps) {
  const { policy, hosts } = egress;
  return (
    <>
      <Radio.Group
        label={text.title}
        value={policy}
        onChange={(word) => {
          const next = policies.find((name) => name === word);
          if (next) onChange({ ...egress, policy: next });
        }}
      >
        {policies.map((name) => (
          <Radio key={name} value={name} label={text.policies[name]} description={text.meanings[name]} />
        ))}
      </Radio.Group>
      {policy === 'hosts' || hosts.length > 0 ? (
        <HostList
          hosts={hosts}
          isUsed={policy === 'hosts'}
          onChange={(next) => onChange({ ...egress, hosts: [...next] })}
        />
      ) : null}
    </>
  );
}

interface HostListProps {
  readonly hosts: readonly string[];
  readonly isUsed: boolean;
  readonly onChange: (hosts: readonly string[]) => void;
}

function HostList({ hosts, isUsed, onChange }: HostListProps) {
  const [typed, setTyped] = useState('');
  const host = typed.trim();
  const isTaken = hosts.includes(host);
  const add = () => {
    if (host === '' || isTaken) return;
    onChange([...hosts, host]);
    setTyped('');
  };
  return (
    <fieldset className="hosts">
      <legend>{text.hosts}</legend>
      {hosts.length === 0 ? <p className="quiet">{text.noHosts}</p> : null}
      {!isUsed ? <p className="quiet">{text.unused}</p> : null}
      <ul>
        {hosts.map((name) => (
          <li key={name}>
            <code>{name}</code>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={text.removeHost(name)}
              onClick={() => onChange(hosts.filter((other) => other !== name))}
            >
              {text.remove}
            </Button>
          </li>
        ))}
      </ul>
      <div className="field-with-button">
        <TextInput
          label={text.newHost}
          description={text.hostHint}
          size="xs"
          spellCheck={false}
          value={typed}
          error={isTaken ? text.taken(host) : null}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button size="compact-md" variant="default" disabled={host === '' || isTaken} onClick={add}>
          {text.add}
        </Button>
      </div>
    </fieldset>
  );
}
