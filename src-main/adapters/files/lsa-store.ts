// LSA models in .assay/lsa/<fingerprint>/: used whole and unharmed, or built again.
import { Type } from '@sinclair/typebox';
import type { LsaModel } from '#domain/retrieval/lsa/build-lsa';
import type { LsaStore } from '#services/ports';
import { createCheckedFolders } from './checked-folder.ts';

const fileNames = ['singular-values.bin', 'components.bin', 'chunk-vectors.bin'] as const;
const mostModels = 16;

const FactsSchema = Type.Object({ format: Type.Literal(1), dims: Type.Integer({ minimum: 1 }) });

function foldersOf(root: string) {
  return createCheckedFolders(root, 'lsa', fileNames, FactsSchema, mostModels);
}

/** @param root the workspace's folder; nothing is read before the first call */
export function createLsaStore(root: string): LsaStore {
  const folders = foldersOf(root);
  return {
    has: (fingerprint) => folders.has(fingerprint),
    async load(fingerprint) {
      const found = await folders.load(fingerprint);
      if (found === null) return null;
      const [values, components, chunks] = fileNames.map((name) => found.contents.get(name));
      if (!values || !components || !chunks) return null;
      return {
        dims: found.facts.dims,
        singularValues: new Float64Array(aligned(values)),
        components: new Float32Array(aligned(components)),
        chunkVectors: new Float32Array(aligned(chunks)),
      };
    },
  };
}

export async function saveLsa(root: string, fingerprint: string, model: LsaModel): Promise<void> {
  const arrays = [model.singularValues, model.components, model.chunkVectors];
  const contents = new Map(
    fileNames.map((name, index) => [name, bytesOf(arrays[index] ?? new Float32Array(0))] as const),
  );
  await foldersOf(root).save(fingerprint, { format: 1, dims: model.dims }, contents);
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** A copy: what was read from a file may begin anywhere in its buffer. */
function aligned(bytes: Buffer): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
