// Searches a text for a regular expression in bounded time, whatever the pattern.
import { parsePattern, type Assertion, type PatternNode } from './parse-pattern.ts';

type Instruction =
  | { readonly kind: 'character'; readonly test: RegExp; readonly seen: Map<string, boolean> }
  | { readonly kind: 'assertion'; readonly what: Assertion }
  | { readonly kind: 'fork'; readonly targets: number[] }
  | { readonly kind: 'match' };

export type PatternResult =
  { readonly ok: true; readonly matched: boolean } | { readonly ok: false; readonly reason: string };

const longestPattern = 1000;
const mostInstructions = 2000;
const mostSteps = 5_000_000;

/**
 * Whether a pattern occurs anywhere in a text. The pattern is a JavaScript regular expression under the flag u and any of
 * `i m s`, run by an automaton (R. Pike's, without captures) instead of by backtracking, so no pattern hangs: time grows
 * with pattern times text. `\w` and `\b` know every script. Not ok, with the reason, for an invalid pattern, for a
 * back-reference, a look-around or \W inside a class, and past the bounds: 1,000 characters or 2,000 steps of pattern
 * once repetitions are written out, 5 million steps of search.
 */
export function matchPattern(pattern: string, flags: string, text: string): PatternResult {
  if (pattern.length > longestPattern)
    return refuse(`the pattern is longer than ${longestPattern} characters`);
  const invalid = findSyntaxProblem(pattern, flags);
  if (invalid !== null) return refuse(invalid);
  const parsed = parsePattern(pattern, flags);
  if ('unsupported' in parsed)
    return refuse(`the pattern uses ${parsed.unsupported}, which is not supported`);
  const program: Instruction[] = [];
  emit(program, parsed.node);
  program.push({ kind: 'match' });
  if (program.length > mostInstructions)
    return refuse('the pattern is too large once its repetitions are written out');
  const matched = run(program, text, flags.includes('m'));
  if (matched === null) return refuse('the pattern takes too long on this reply');
  return { ok: true, matched };
}

function refuse(reason: string): PatternResult {
  return { ok: false, reason };
}

function findSyntaxProblem(pattern: string, flags: string): string | null {
  try {
    new RegExp(pattern, `${flags.replace('u', '')}u`);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Appends a node's instructions; stops growing past the bound. */
function emit(program: Instruction[], node: PatternNode): void {
  if (program.length > mostInstructions) return;
  switch (node.kind) {
    case 'character':
      program.push({ kind: 'character', test: node.test, seen: new Map() });
      return;
    case 'assertion':
      program.push({ kind: 'assertion', what: node.what });
      return;
    case 'sequence':
      for (const part of node.nodes) emit(program, part);
      return;
    case 'choice':
      emitChoice(program, node.nodes);
      return;
    case 'repeat':
      emitRepeat(program, node.node, node.min, node.max);
  }
}

function emitChoice(program: Instruction[], nodes: readonly PatternNode[]): void {
  const [only, ...others] = nodes;
  if (only !== undefined && others.length === 0) {
    emit(program, only);
    return;
  }
  const fork = { kind: 'fork' as const, targets: [] as number[] };
  const exits: { targets: number[] }[] = [];
  program.push(fork);
  for (const node of nodes) {
    fork.targets.push(program.length);
    emit(program, node);
    const exit = { kind: 'fork' as const, targets: [] as number[] };
    exits.push(exit);
    program.push(exit);
  }
  for (const exit of exits) exit.targets.push(program.length);
}

function emitRepeat(program: Instruction[], node: PatternNode, min: number, max: number): void {
  const exits: { targets: number[] }[] = [];
  const optional = Number.isFinite(max) ? max : min;
  for (let count = 0; count < optional && program.length <= mostInstructions; count += 1) {
    const before = program.length;
    if (count >= min) exits.push(pushFork(program));
    const start = program.length;
    emit(program, node);
    // A node without instructions matches the empty text, however often.
    if (program.length === start && before === start) break;
  }
  if (!Number.isFinite(max)) {
    const loop = pushFork(program);
    exits.push(loop);
    const at = program.length - 1;
    emit(program, node);
    program.push({ kind: 'fork', targets: [at] });
  }
  for (const exit of exits) exit.targets.push(program.length);
}

/** A fork that goes on with the next instruction, and wherever else is added later. */
function pushFork(program: Instruction[]): { targets: number[] } {
  const fork = { kind: 'fork' as const, targets: [program.length + 1] };
  program.push(fork);
  return fork;
}

/** True at the first match, null when the steps run out. */
function run(program: readonly Instruction[], text: string, multiline: boolean): boolean | null {
  const characters = [...text];
  const marks = new Int32Array(program.length).fill(-1);
  let states: number[] = [];
  let steps = 0;
  for (let at = 0; at <= characters.length; at += 1) {
    const pending = [0, ...states];
    const waiting: number[] = [];
    while (pending.length > 0) {
      const index = pending.pop() ?? 0;
      if (marks[index] === at) continue;
      marks[index] = at;
      steps += 1;
      const instruction = program[index];
      if (instruction?.kind === 'match') return true;
      if (instruction?.kind === 'fork') pending.push(...instruction.targets);
      if (instruction?.kind === 'character') waiting.push(index);
      if (instruction?.kind === 'assertion' && holds(instruction.what, characters, at, multiline)) {
        pending.push(index + 1);
      }
    }
    if (steps > mostSteps) return null;
    const character = characters[at];
    if (character === undefined) return false;
    states = waiting.filter((index) => accepts(program[index], character)).map((index) => index + 1);
  }
  return false;
}

function accepts(instruction: Instruction | undefined, character: string): boolean {
  if (instruction?.kind !== 'character') return false;
  const known = instruction.seen.get(character);
  if (known !== undefined) return known;
  const result = instruction.test.test(character);
  instruction.seen.set(character, result);
  return result;
}

function holds(what: Assertion, characters: readonly string[], at: number, multiline: boolean): boolean {
  const before = characters[at - 1];
  const after = characters[at];
  if (what === 'start') return before === undefined || (multiline && isLineEnd(before));
  if (what === 'end') return after === undefined || (multiline && isLineEnd(after));
  return (isWord(before) !== isWord(after)) === (what === 'boundary');
}

function isLineEnd(character: string): boolean {
  return /[\n\r\u2028\u2029]/.test(character);
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{M}\p{N}_]/u.test(character);
}
