// The newest schemaVersion of each kind of file that carries one.
export const newestSchemaVersion = { workspace: 1, config: 1, manifest: 1 } as const;
