// The child of the kill and lock tests: does one job over and over, and prints what it has been told is done.
import { readFile } from 'node:fs/promises';
import { createWorkspaceStore } from '#adapters/files/workspace-store';
import { openJournal } from '#adapters/files/disk/journal';
import { injectFault } from '#adapters/files/disk/operations';
import { writeAtomic } from '#adapters/files/files';
import { withFileLock } from '#adapters/files/lock';
import { documentRecord, edit, question } from './temporary.ts';

const [job = '', place = '', parameter = ''] = process.argv.slice(2);

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function dieAt(nth: number): void {
  injectFault({ operation: 'any', nth, code: 'EIO', onStrike: () => process.kill(process.pid, 'SIGKILL') });
}

const jobs: Readonly<Record<string, () => Promise<void>>> = {
  /** Replaces one file by ever new content of one repeated letter. */
  async file() {
    for (let round = 0; ; round += 1) {
      await writeAtomic(place, String.fromCharCode(97 + (round % 26)).repeat(20_000 + (round % 7)));
      say(`done ${round}`);
    }
  },
  /** Changes one document again and again, source and text. */
  async document() {
    const store = createWorkspaceStore(place);
    for (let round = 0; ; round += 1) {
      const text = `text ${round} `.repeat(500);
      const source = Buffer.from(`source ${round} `.repeat(500));
      await store.saveDocument(documentRecord('doc', text, source), source, text);
      say(`done ${round}`);
    }
  },
  /** Changes two questions in one action again and again, from whatever stands there. */
  async bank() {
    const store = createWorkspaceStore(place);
    for (;;) {
      const now = await store.loadQuestions();
      const round = Number(now[0]?.answers[0] ?? -1) + 1;
      const next = (id: string) => ({ ...question(id), answers: [String(round)] });
      await store.applyEdits(
        ['a', 'b', 'c'].map((id) =>
          edit(now.find((old) => old.id === id) ?? null, next(id), `round-${round}`),
        ),
      );
      say(`done ${round}`);
    }
  },
  async journal() {
    const journal = await openJournal(place);
    for (let round = Number(parameter); ; round += 1) {
      await journal.append([JSON.stringify({ round, padding: 'x'.repeat(3000) })]);
      say(`done ${round}`);
    }
  },
  /** Takes the lock and keeps it. */
  async hold() {
    await withFileLock(place, 'holding on', async () => {
      say('held');
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    });
  },
  /** Adds one to a number in a file under the lock, `parameter` times: a lost update is a broken lock. */
  async count() {
    const file = `${place}.count`;
    for (let round = 0; round < Number(parameter); round += 1) {
      await withFileLock(
        place,
        'counting',
        async () => {
          const count = Number(await readFile(file, 'utf8'));
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
          await writeAtomic(file, String(count + 1));
        },
        { waitMs: 30_000 },
      );
    }
    say('counted');
  },
  /** Changes the document `doc`, whose text and source are the same bytes, to `new`, and dies at the n-th operation on the disk. */
  async 'die-document'() {
    dieAt(Number(parameter));
    await createWorkspaceStore(place).saveDocument(documentRecord('doc', 'new'), Buffer.from('new'), 'new');
  },
  /** Changes the questions a and b in one action, and dies at the n-th operation on the disk. */
  async 'die-bank'() {
    dieAt(Number(parameter));
    const next = (id: string) => edit(question(id, 'old'), question(id, 'new'));
    await createWorkspaceStore(place).applyEdits([next('a'), next('b')]);
  },
  /** Writes `parameter` bytes over a file and says what became of it. */
  async fill() {
    process.on('SIGXFSZ', () => undefined);
    const outcome = await writeAtomic(place, 'x'.repeat(Number(parameter))).then(
      () => 'resolved',
      (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
    );
    say(`outcome ${outcome}`);
  },
};

await jobs[job]?.();
// A fork's channel keeps a finished process alive.
process.disconnect?.();
