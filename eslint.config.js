// Lint rules: the layers of docs/architecture.md, and the habits that a compiler cannot see.
import tseslint from 'typescript-eslint';

const layers = ['contract', 'domain', 'services', 'adapters', 'hosts'];

/** A layer may import itself by relative path and the layers below it by alias; nothing else of this project. */
function layerRules(layer) {
  const above = layers.slice(layers.indexOf(layer) + 1);
  const message = `${layer} may not know a layer above it: see docs/architecture.md, "Layers".`;
  const others = layers.filter((other) => other !== layer);
  const patterns = [
    { group: above.map((other) => `#${other}/*`), message },
    {
      group: [`#${layer}/*`],
      message: 'Inside a layer import by relative path: see docs/architecture.md, "Layers".',
    },
    {
      group: others.flatMap((other) => [`**/src-main/${other}/**`, `**/../${other}/**`]),
      message: 'Cross layers by # alias only: see docs/architecture.md, "Layers".',
    },
  ].filter((pattern) => pattern.group.length > 0);
  const pure = {
    group: ['node:*', 'ajv', 'undici', 'fastify', 'electron', 'commander', '@lancedb/*', '@xenova/*'],
    message: `${layer} is pure: see docs/architecture.md, "Layers".`,
  };
  return {
    files: [`src-main/${layer}/**/*.ts`],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: layer === 'domain' || layer === 'contract' ? [...patterns, pure] : patterns },
      ],
    },
  };
}

const diskWrites = ['writeFile', 'writeFileSync', 'appendFile', 'appendFileSync', 'createWriteStream'].map(
  (name) => ({
    selector: `CallExpression[callee.name='${name}'], CallExpression[callee.property.name='${name}']`,
    message: 'Disk writes go through src-main/adapters/files: see docs/architecture.md, "Rules".',
  }),
);

export default tseslint.config(
  { ignores: ['out/', 'node_modules/', 'docs/', 'resources/'] },
  ...tseslint.configs.strict,
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // A chain of `for await` and optional values reads better with these two off.
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/unified-signatures': 'off',
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
      ],
      eqeqeq: 'error',
    },
  },
  ...layers.map(layerRules),
  {
    files: ['src-main/domain/**/*.ts', 'src-main/contract/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        'process',
        'setTimeout',
        'setInterval',
        'fetch',
        'console',
        'performance',
        'Buffer',
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'The domain has no clock.' },
        { object: 'Math', property: 'random', message: 'The domain takes its seed from the caller.' },
      ],
    },
  },
  {
    files: ['src-main/**/*.ts'],
    ignores: ['src-main/adapters/files/**'],
    rules: { 'no-restricted-syntax': ['error', ...diskWrites] },
  },
  {
    files: ['src-renderer/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['#domain/*', '#services/*', '#adapters/*', '#hosts/*', 'node:*', 'electron'],
              message: 'The window knows only the contract.',
            },
          ],
        },
      ],
    },
  },
  // One file of sentences for each language of the window.
  { files: ['src-renderer/words.ts', 'src-renderer/words/*.ts'], rules: { 'max-lines': 'off' } },
  {
    files: ['test/**/*.ts'],
    rules: {
      'max-lines': 'off',
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  { files: ['*.config.{js,ts}', 'vitest.config.ts'], rules: { 'no-restricted-syntax': 'off' } },
);
