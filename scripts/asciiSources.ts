import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

const rawText = /String\.raw`[^`]*[^\0-\x7f`]/;

/**
 * Escapes what is not ASCII in our own sources. esbuild does so in texts, but prints regular
 * expressions as they are, and a single such character doubles what V8 keeps of the whole file.
 */
export const asciiSources: Plugin = {
  name: 'ascii-sources',
  setup(building) {
    building.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (rawText.test(source)) {
        throw new Error(`${path}: a raw text would contain the escape of a character`);
      }
      const contents = source.replaceAll(/[^\0-\x7f]/g, unit => `\\u${hex(unit)}`);
      return contents === source ? undefined : { contents, loader: 'ts' };
    });
  },
};

function hex(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(4, '0');
}
