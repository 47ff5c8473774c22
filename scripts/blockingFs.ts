import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';

/** Lets a worker thread wait for each call of the file system; see `src/node/blockingFs`. */
export const blockingFs: Plugin = {
  name: 'blocking-fs',
  setup(build) {
    const path = resolve(__dirname, '..', 'src', 'node', 'blockingFs.ts');
    build.onResolve({ filter: /^node:fs\/promises$|\/callbackFs$/ }, () => ({ path }));
  },
};
