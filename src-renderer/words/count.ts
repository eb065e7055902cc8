// A number with its noun, in the plural that the number asks for.
import { formatCount } from '../ui/number-format.ts';

const plural = new Intl.PluralRules('en');

export function count(n: number, one: string, many: string): string {
  return `${formatCount(n)} ${plural.select(n) === 'one' ? one : many}`;
}
