import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Acceptance } from '../../support/pictures/acceptance';
import { differenceOf } from '../../support/pictures/difference';
import { type Pixels, readPng, writePng } from '../../support/pictures/pixels';
import { changedSquares, markSquares, printOf } from '../../support/pictures/print';
import { contactSheet, type SheetPicture, type Verdict } from '../../support/pictures/sheet';
import {
  acceptBrowser,
  acceptedBrowser,
  acceptedPicture,
  acceptPicture,
  type Prints,
} from './accepted';
import { fileOf, heightOf, type Picture } from './picture';

const results = join(import.meta.dirname, '..', '..', '..', 'test-results', 'pictures');

interface Outcome {
  readonly verdict: Verdict;
  readonly detail: string;
  readonly before?: Pixels;
  readonly difference?: Pixels;
}

/**
 * Pictures of one run: compares them with the accepted ones or takes them over, and writes the
 * contact sheet. Browsers of other versions draw letters otherwise, so that nothing can be compared.
 */
export class Gallery {
  private readonly shown: SheetPicture[] = [];
  private compared = 0;

  private constructor(
    private readonly browser: string,
    private readonly known: string,
    private readonly isAccepting: boolean,
  ) {}

  /** @param browser name and version of the browser, with the system that it runs on */
  static async open(browser: string, acceptance: Acceptance): Promise<Gallery> {
    const accepted = await acceptedBrowser();
    if (acceptance === 'some' && accepted !== browser) {
      throw new Error(
        `The others are from ${accepted ?? 'no browser'}: accept all, without names.`,
      );
    }
    if (acceptance) await acceptBrowser(browser);
    const known = acceptance ? browser : accepted;
    // Otherwise a run without accepted pictures would compare nothing, and pass.
    if (known === undefined)
      throw new Error('No browser was accepted: npm run pictures -- --accept');
    return new Gallery(browser, known, acceptance !== undefined);
  }

  /** Compares every pixel. Returns what differs, in words; undefined if nothing does. */
  async hang(picture: Picture, png: Buffer, flaws: readonly string[]): Promise<string | undefined> {
    const pixels = readPng(png);
    if (this.isAccepting) await acceptPicture(picture, pixels);
    const before = await acceptedPicture(picture);
    const outcome = this.judge(before, () => {
      if (!before) return { verdict: 'new', detail: 'No picture was accepted yet' };
      const { pixels: count, picture: difference } = differenceOf(before, pixels);
      const detail = count === 0 ? '' : `${count} pixels differ`;
      return { verdict: count === 0 ? 'same' : 'changed', detail, before, difference };
    });
    return this.keep(picture, png, flaws, outcome);
  }

  /** Compares the mean colors of squares, because the accepted picture would be too large. */
  async hangPrint(
    picture: Picture,
    png: Buffer,
    flaws: readonly string[],
    prints: Prints,
  ): Promise<string | undefined> {
    const pixels = readPng(png);
    const print = printOf(pixels);
    const before = prints.areAccepted ? prints.of(picture) : undefined;
    if (this.isAccepting) prints.set(picture, print);
    const outcome = this.judge(before, () => {
      if (!before) return { verdict: 'new', detail: 'No print was accepted yet' };
      const changed = changedSquares(before, print);
      const detail = changed.length === 0 ? '' : `${changed.length} squares differ`;
      const difference = markSquares(pixels, changed);
      return { verdict: changed.length === 0 ? 'same' : 'changed', detail, before, difference };
    });
    return this.keep(picture, png, flaws, outcome);
  }

  /** Writes the contact sheet. Returns a line about what was not compared, if anything was not. */
  async close(): Promise<string | undefined> {
    if (this.shown.length === 0) return undefined;
    const about = `Drawn by ${this.browser}; accepted from ${this.known}.`;
    await writeFile(join(results, 'index.html'), contactSheet(this.shown, about));
    const all = this.shown.length;
    if (this.isAccepting) return `${all} pictures were accepted, and none was compared.`;
    const open = all - this.compared;
    return open === 0
      ? undefined
      : `${open} of ${all} pictures were not compared: they were accepted from ${this.known}, and this is ${this.browser}.`;
  }

  private judge(before: Pixels | undefined, compare: () => Outcome): Outcome {
    const own = before ? { before } : {};
    if (this.isAccepting) return { verdict: 'accepted', detail: '', ...own };
    if (this.known !== this.browser) return { verdict: 'notCompared', detail: '', ...own };
    this.compared += 1;
    return compare();
  }

  private async keep(
    picture: Picture,
    png: Buffer,
    flaws: readonly string[],
    { verdict, detail, before, difference }: Outcome,
  ): Promise<string | undefined> {
    const { state, width, theme } = picture;
    const file = fileOf(picture);
    const isOther = verdict === 'changed' && difference !== undefined;
    const save = async (folder: string, content: Buffer) => {
      await mkdir(join(results, folder), { recursive: true });
      await writeFile(join(results, folder, `${file}.png`), content);
    };
    await save('now', png);
    if (before) await save('before', writePng(before));
    if (isOther) await save('difference', writePng(difference));
    this.shown.push({
      ...{ file, group: state.group, state: state.name, width, height: heightOf(state), theme },
      ...{ verdict, detail, flaws, hasBefore: before !== undefined, hasDifference: isOther },
    });
    return detail === '' ? undefined : `${state.name}, ${width} px, ${theme}: ${detail}`;
  }
}
