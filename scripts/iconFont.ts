import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import subsetFont from 'subset-font';
import { glyphs } from '../webview/ui/glyphs';

/** Leaves only those icons in the icon font that the pages use: a twentieth of it. */
export const iconFont: Plugin = {
  name: 'icon-font',
  setup(build) {
    build.onLoad({ filter: /[/\\]codicon\.ttf$/ }, async ({ path }) => {
      const used = String.fromCodePoint(...Object.values(glyphs));
      const contents = await subsetFont(await readFile(path), used, { targetFormat: 'truetype' });
      return { contents, loader: 'file' };
    });
  },
};
