import { dirname } from 'node:path';
import type { Plugin } from 'esbuild';

/** Leaves only English in zod: a library brings all of it, with messages in fifty languages. */
export const zodLocales: Plugin = {
  name: 'zod-locales',
  setup(build) {
    build.onLoad({ filter: /[/\\]zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, ({ path }) => ({
      contents: "export { default as en } from './en.js';",
      resolveDir: dirname(path),
    }));
  },
};
