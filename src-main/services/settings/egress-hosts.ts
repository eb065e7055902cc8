// Checks the hosts of the egress policy: each is a host, or a host and a port, and nothing more.
import { isIP } from 'node:net';
import { AppError, type Problem } from '#contract/failure';

/** @throws AppError invalid-input with every host that is none, each with its place in `egress.hosts` */
export function requireHosts(hosts: readonly string[]): void {
  const problems = hosts.flatMap((host, index): Problem[] => {
    const message = findHostProblem(host);
    if (message === null) return [];
    return [
      {
        path: `/egress/hosts/${index}`,
        value: hideCredentials(host),
        message,
        remedy: 'Write a host, such as api.example.com, or a host and a port, such as api.example.com:8443',
      },
    ];
  });
  const [first] = problems;
  if (first === undefined) return;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  const shown = JSON.stringify(first.value);
  throw new AppError('invalid-input', `The host ${shown} ${first.message}. ${first.remedy}.${more}`, {
    problems,
  });
}

/** What is wrong with one host, as a predicate (`holds ...`), or null. */
export function findHostProblem(host: string): string | null {
  if (/\s/.test(host)) return 'holds white space';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(host)) return 'is an address with a protocol';
  if (host.includes('@')) return 'carries a user name or password';
  if (/[/?#\\]/.test(host)) return 'carries a path';
  if (host.includes('*')) return 'is a pattern: every host is named by itself';
  if (isIP(host) === 6) return null;
  const [, name = '', port] = /^(.*?)(?::([^:\]]*))?$/.exec(host) ?? [];
  if (port !== undefined && !isPort(port)) return 'has no port from 1 to 65535 after its colon';
  if (name === '' || !URL.canParse(`http://${name}`)) return 'is not the name or number of a host';
  return new URL(`http://${name}`).port === '' ? null : 'has two ports';
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
}

/** A password that was pasted with its address must not travel on into logs. */
function hideCredentials(host: string): string {
  return host.replace(/[^/]*@/, '(hidden)@');
}
