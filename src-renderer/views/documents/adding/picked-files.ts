// What was dropped or chosen, as a flat list of files with their folders.

export interface PickedFile {
  /** The file's name, behind the folders it was dropped or chosen with: `kb/returns.md`. */
  readonly path: string;
  readonly file: File;
}

/** Must be called before the drop's handler returns: what was dropped cannot be read later. */
export async function readDrop(transfer: DataTransfer): Promise<readonly PickedFile[]> {
  const entries = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found = await Promise.all(
    entries.map(({ entry, file }) => {
      if (entry !== null) return walk(entry);
      return file === null ? [] : [{ path: file.name, file }];
    }),
  );
  return sortPicked(found.flat());
}

export function readChosen(files: FileList | null): readonly PickedFile[] {
  const picked = [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  return sortPicked(picked.filter(({ path }) => !isHidden(path)));
}

/** Within folders hidden files are passed over, as when a folder is added from the command line. */
function isHidden(path: string): boolean {
  const names = path.split('/');
  return names.length > 1 && names.some((name) => name.startsWith('.'));
}

function sortPicked(files: readonly PickedFile[]): readonly PickedFile[] {
  return [...files].sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0));
}

async function walk(entry: FileSystemEntry): Promise<readonly PickedFile[]> {
  const path = entry.fullPath.replace(/^\//, '');
  if (isHidden(path)) return [];
  if (entry.isFile) return [{ path, file: await fileOf(entry as FileSystemFileEntry) }];
  const children = await childrenOf((entry as FileSystemDirectoryEntry).createReader());
  return (await Promise.all(children.map(walk))).flat();
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A reader gives its entries a hundred at a time, and none at the end. */
async function childrenOf(reader: FileSystemDirectoryReader): Promise<readonly FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** The content as it crosses to the app. */
export function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });
}
