// Loaded with --import before the built entry: makes `electron` mean the stand-in, for imports and for require.
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const standIn = pathToFileURL(join(import.meta.dirname, 'electron.mjs')).href;
const hooks = `
  let standIn;
  export function initialize(data) { standIn = data.standIn; }
  export function resolve(specifier, context, next) {
    if (specifier === 'electron' || specifier === 'electron/main') return { url: standIn, shortCircuit: true };
    return next(specifier, context);
  }`;
module.register(`data:text/javascript,${encodeURIComponent(hooks)}`, { data: { standIn } });

const { electron } = (await import(standIn)) as { readonly electron: unknown };
const loader = module as unknown as { _load(request: string, ...rest: unknown[]): unknown };
const load = loader._load;
loader._load = function (request, ...rest) {
  if (request === 'electron' || request === 'electron/main') return electron;
  return load.call(this, request, ...rest);
};
