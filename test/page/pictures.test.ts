import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inFull, rowsOf } from '../support/extent';
import { acceptanceOf } from '../support/pictures/acceptance';
import { useBrowser } from './harness/useBrowser';
import { leftOvers, Prints } from './pictures/accepted';
import { flawsOf } from './pictures/flaws';
import { Gallery } from './pictures/gallery';
import { fileOf, themeNames, widths } from './pictures/picture';
import { Stage } from './pictures/stage';
import { chosenPictures, states } from './pictures/states/states';

const howToAccept = 'Look at test-results/pictures/index.html; npm run pictures -- --accept';
const acceptance = acceptanceOf(process.env);
const isAccepting = acceptance !== undefined;
let stage: Stage;
let gallery: Gallery;

beforeAll(async () => {
  const browser = await useBrowser();
  stage = await Stage.create(browser);
  gallery = await Gallery.open(`Chromium ${browser.version()} on ${process.platform}`, acceptance);
});
// biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern before the group
afterAll(async ({}, { file }) => {
  await stage?.close();
  const note = await gallery?.close();
  if (note) file.meta.notes = [note];
});
beforeEach(({ task }) => {
  task.meta.record = 'test-results/pictures/index.html';
});

describe('The picture', () => {
  const shown = rowsOf(
    chosenPictures.filter((_, index) => index % 2 === 1),
    chosenPictures,
  );
  it.each(shown.map(picture => [fileOf(picture), picture] as const))(
    'is as it was accepted, and nothing is cut off: %s',
    async (_name, picture) => {
      await stage.open(picture.state, picture.width);
      const flaws = await flawsOf(stage.page);
      await stage.setTheme(picture.theme);
      const changed = await gallery.hang(picture, await stage.shoot(), flaws);
      expect(flaws).toEqual([]);
      expect(changed, howToAccept).toBeUndefined();
      expect(stage.takeFaults()).toEqual([]);
    },
  );
});

describe('What is cut off', () => {
  const box = 'width: 100px; height: 20px; white-space: nowrap; overflow: hidden;';
  const flawsIn = async (html: string) => {
    await stage.page.setViewportSize({ width: 880, height: 700 });
    await stage.page.goto('about:blank');
    await stage.page.setContent(`<body style="margin: 8px">${html}`);
    return flawsOf(stage.page);
  };
  const long = 'a text that is longer than its box is wide';

  it.each([
    ['a text', `<p style="${box}">${long}</p>`, 'Text cut at its side'],
    ['a line', `<p style="${box} height: 10px">short</p>`, 'Text cut at its end'],
    ['a text in a part', `<div style="${box}"><b>${long}</b></div>`, 'Text cut at its side'],
    ['a button', `<div style="${box}"><button style="width: 120px">a</button></div>`, 'Control'],
    ['a hint', `<input style="width: 60px" placeholder="${long}">`, 'Hint cut'],
    ['a wide page', '<div style="width: 1000px">a</div>', 'px wider than the view'],
    ['a fixed one', '<button style="position: fixed; left: -20px">a</button>', 'Control'],
  ])('is found: %s', async (_what, html, flaw) => {
    expect((await flawsIn(html)).join()).toContain(flaw);
  });

  it.each([
    ['an ellipsis', `<p style="${box} text-overflow: ellipsis">${long}</p>`],
    ['a fade', `<p style="${box} mask-image: linear-gradient(90deg, #000, #0000)">${long}</p>`],
    ['a part that scrolls', `<p style="${box} overflow: auto; height: 40px">${long}</p>`],
    ['a text for screen readers', `<p style="${box} width: 1px; height: 1px">${long}</p>`],
    [
      'a hint with an ellipsis',
      `<input style="width: 60px; text-overflow: ellipsis" placeholder="${long}">`,
    ],
  ])('is not %s', async (_what, html) => {
    expect(await flawsIn(html)).toEqual([]);
  });
});

inFull(() => {
  describe('In all widths and themes', () => {
    it.each(states.map(state => [state.name, state] as const))(
      'pictures are as they were accepted, and nothing is cut off: %s',
      async (_name, state) => {
        const prints = await Prints.read(state);
        const found: string[] = [];
        for (const width of widths) {
          await stage.open(state, width);
          const flaws = await flawsOf(stage.page);
          found.push(...flaws.map(flaw => `${width} px: ${flaw}`));
          for (const theme of themeNames) {
            await stage.setTheme(theme);
            const picture = { state, width, theme };
            const changed = await gallery.hangPrint(picture, await stage.shoot(), flaws, prints);
            if (changed) found.push(changed);
          }
        }
        if (isAccepting) await prints.accept();
        expect(found, howToAccept).toEqual([]);
        expect(stage.takeFaults()).toEqual([]);
      },
    );

    it('no accepted picture is left of what no longer exists', async () => {
      const left = await leftOvers(states, chosenPictures);
      if (isAccepting) await Promise.all(left.map(file => rm(file)));
      else expect(left).toEqual([]);
    });
  });
});
