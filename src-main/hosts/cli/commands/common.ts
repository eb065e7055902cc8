// Options every command takes.
import type { Command } from 'commander';

export function addCommand(parent: Command, usage: string, description: string): Command {
  return parent
    .command(usage)
    .description(description)
    .option('--json', 'print one JSON document on stdout')
    .option('--quiet', 'no progress on stderr');
}
