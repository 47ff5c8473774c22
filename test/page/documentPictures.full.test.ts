import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { imageSize } from '../../src/base/imageSize';
import { acceptanceOf } from '../support/pictures/acceptance';
import { useBrowser } from './harness/useBrowser';
import {
  documentFolder,
  documentPictures,
  documentThemes,
  documentWidth,
} from './pictures/documentPictures';
import { flawsOf } from './pictures/flaws';
import { heightOf } from './pictures/picture';
import { Stage } from './pictures/stage';
import { toWebp } from './pictures/webp';

/** Bytes of one picture: all of them together are a small part of the extension. */
const most = 40_000;
const isAccepting = acceptanceOf(process.env) !== undefined;
let stage: Stage;

beforeAll(async () => {
  stage = await Stage.create(await useBrowser(), 2);
});
afterAll(() => stage.close());

it.each(documentPictures)(
  'the walkthrough and the README have a picture of it: $name',
  async ({ name, state }) => {
    await stage.open(state, documentWidth);
    expect(await flawsOf(stage.page)).toEqual([]);
    for (const [word, theme] of documentThemes) {
      await stage.setTheme(theme);
      const picture = await toWebp(stage.page, await stage.shoot());
      expect(picture.length).toBeLessThan(most);
      const file = join(documentFolder, `${name}-${word}.webp`);
      if (isAccepting) await writeFile(file, picture);
      const kept = await readFile(file);
      expect(imageSize(kept)).toEqual({ width: 2 * documentWidth, height: 2 * heightOf(state) });
    }
    expect(stage.takeFaults()).toEqual([]);
  },
);
