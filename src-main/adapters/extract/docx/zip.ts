// Reads members of a ZIP archive held in memory, counting every inflated byte against a cap.
import yauzl from 'yauzl';
import { ExtractionError } from '../extracted.ts';

/** Most bytes that the members read from one archive may inflate to, all together. */
export const INFLATED_BYTES_CAP = 96 * 1024 * 1024;
const ENTRY_CAP = 20_000;

/** An archive: the names of its members, and a reader that gives null for a member that is not there. */
export interface ZipArchive {
  readonly names: readonly string[];
  read(name: string): Promise<Uint8Array | null>;
}

function corrupt(fileName: string, error: unknown): ExtractionError {
  const detail = error instanceof Error ? error.message : String(error);
  return new ExtractionError(
    'corrupt',
    fileName,
    `the file is damaged or was cut off (${detail}). Fetch it again, or open it in the program that made it and save it anew`,
  );
}

function tooLarge(fileName: string, cap: number): ExtractionError {
  return new ExtractionError(
    'too-large',
    fileName,
    `it inflates to more than ${String(Math.round(cap / 1024 / 1024))} MiB of text, as a ZIP bomb does. If it is genuine, split it into smaller documents`,
  );
}

async function listEntries(zip: yauzl.ZipFile, fileName: string): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.size >= ENTRY_CAP)
      throw new ExtractionError(
        'too-large',
        fileName,
        `the archive has more than ${String(ENTRY_CAP)} members, which no document has. Add the documents themselves`,
      );
    if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
  }
  return entries;
}

/** The member's content, or null as soon as `tally`, which goes on from member to member, passes the cap. */
async function inflate(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  cap: number,
  tally: { inflated: number },
): Promise<Uint8Array | null> {
  const parts: Buffer[] = [];
  const stream = await zip.openReadStreamPromise(entry);
  for await (const part of stream as AsyncIterable<Buffer>) {
    tally.inflated += part.length;
    // Leaving the loop ends the stream.
    if (tally.inflated > cap) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/**
 * Opens an archive. Reading rejects with ExtractionError: 'corrupt' for a broken archive or member, 'encrypted' for a
 * member with a password, 'too-large' as soon as more than `cap` bytes have been inflated in all, whatever the archive
 * says of itself.
 */
export async function openZip(
  bytes: Uint8Array,
  fileName: string,
  cap = INFLATED_BYTES_CAP,
): Promise<ZipArchive> {
  const tally = { inflated: 0 };
  let entries: Map<string, yauzl.Entry>;
  let zip: yauzl.ZipFile;
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    zip = await yauzl.fromBufferPromise(buffer, { lazyEntries: true, autoClose: false });
    entries = await listEntries(zip, fileName);
  } catch (error) {
    throw error instanceof ExtractionError ? error : corrupt(fileName, error);
  }

  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name);
      if (entry === undefined) return null;
      if (entry.isEncrypted())
        throw new ExtractionError(
          'encrypted',
          fileName,
          'the archive is protected by a password. Save the document without it and add it again',
        );
      if (entry.uncompressedSize > cap) throw tooLarge(fileName, cap);
      try {
        const content = await inflate(zip, entry, cap, tally);
        if (content !== null) return content;
      } catch (error) {
        throw corrupt(fileName, error);
      }
      throw tooLarge(fileName, cap);
    },
  };
}
