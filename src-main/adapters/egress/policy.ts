// The egress policy: decides from a parsed address alone, before any look-up or socket, whether it may be connected to.
import { BlockList, isIP } from 'node:net';
import { AppError } from '#contract/failure';
import type { WorkspaceSettings } from '#contract/workspace';

export type EgressSettings = WorkspaceSettings['egress'];

/** Where a connection would go. `hostname` as URL gives it (brackets around IPv6), `port` empty for the protocol's own. */
export interface Target {
  readonly protocol: string;
  readonly hostname: string;
  readonly port: string;
}

const loopbackAddresses = new BlockList();
loopbackAddresses.addSubnet('127.0.0.0', 8, 'ipv4');
loopbackAddresses.addAddress('::1', 'ipv6');

/** Whether an IP address is of this machine's loopback: 127.0.0.0/8, ::1, or the former mapped into IPv6. 0.0.0.0 is not. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopbackAddresses.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** Whether a normalised host is one of the names that always mean this machine (RFC 6761, section 6.3). */
export function isLoopbackName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

/** A host as the policy compares it: lower case, without the brackets of IPv6 and the trailing dot of a rooted name. */
export function normaliseHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

/**
 * Null where the policy allows the target, else the `egress-denied` error that names host, policy and what to change.
 * `none` allows nothing, `loopback` loopback addresses and names, `hosts` what is listed and nothing else.
 */
export function checkEgress(target: Target, egress: EgressSettings): AppError | null {
  const host = normaliseHost(target.hostname);
  const port = target.port === '' ? (target.protocol === 'https:' ? '443' : '80') : target.port;
  if (target.protocol !== 'http:' && target.protocol !== 'https:')
    return deny(
      host,
      port,
      egress,
      `Only http and https are used, not ${target.protocol.replace(/:$/, '')}.`,
    );
  if (egress.policy === 'none')
    return deny(
      host,
      port,
      egress,
      'Set egress.policy in assay.json to "loopback" or "hosts" to allow more.',
    );
  if (egress.policy === 'loopback') {
    if (isLoopbackAddress(host) || isLoopbackName(host)) return null;
    const wanted = JSON.stringify({ policy: 'hosts', hosts: [entryFor(host)] });
    return deny(
      host,
      port,
      egress,
      `It is not on this machine. To allow it, set egress in assay.json to ${wanted}.`,
    );
  }
  if (egress.hosts.some((entry) => matches(entry, host, port))) return null;
  return deny(
    host,
    port,
    egress,
    `Add ${JSON.stringify(entryFor(host))} to egress.hosts in assay.json to allow it.`,
  );
}

function deny(host: string, port: string, egress: EgressSettings, remedy: string): AppError {
  const place = `${entryFor(host)}:${port}`;
  const message = `No connection to ${place}: the workspace's egress policy "${egress.policy}" does not allow it. ${remedy}`;
  return new AppError('egress-denied', message, {
    detail: { host, port: Number(port), policy: egress.policy },
  });
}

function entryFor(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

/** Entries go through URL parsing as addresses do, so that case, IDN and odd IPv4 spellings compare equal. */
function matches(entry: string, host: string, port: string): boolean {
  const [, name = '', wantedPort] =
    /^(.*?)(?::(\d{1,5}))?$/.exec(isIP(entry) === 6 ? `[${entry}]` : entry) ?? [];
  if (name === '' || /[/?#@\\]/.test(name)) return false;
  if (!URL.canParse(`http://${name}`)) return false;
  const listed = new URL(`http://${name}`);
  if (listed.port !== '' || normaliseHost(listed.hostname) !== host) return false;
  return wantedPort === undefined || Number(wantedPort) === Number(port);
}
