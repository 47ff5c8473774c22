import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  cut,
  emptyPixels,
  type Pixels,
  paste,
  readPng,
  writePng,
} from '../../support/pictures/pixels';
import { printSize } from '../../support/pictures/print';
import {
  fileOf,
  heightOf,
  type Picture,
  type PictureState,
  type PictureTheme,
  themeNames,
  widths,
} from './picture';

const folder = join(import.meta.dirname, 'accepted');
const prints = join(folder, 'prints');
const browserFile = join(folder, 'browser.txt');

/** Browser and system that have drawn the accepted pictures; undefined before there are any. */
export async function acceptedBrowser(): Promise<string | undefined> {
  return existsSync(browserFile) ? (await readFile(browserFile, 'utf8')).trim() : undefined;
}

export async function acceptBrowser(browser: string): Promise<void> {
  await mkdir(prints, { recursive: true });
  await writeFile(browserFile, `${browser}\n`);
}

/** Picture that was accepted for this one; undefined if there is none. */
export async function acceptedPicture(picture: Picture): Promise<Pixels | undefined> {
  const file = join(folder, `${fileOf(picture)}.png`);
  return existsSync(file) ? readPng(await readFile(file)) : undefined;
}

export async function acceptPicture(picture: Picture, pixels: Pixels): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${fileOf(picture)}.png`), writePng(pixels));
}

/** Prints of one state in all widths and themes, which lie side by side in one small picture. */
export class Prints {
  private constructor(
    private readonly state: PictureState,
    private readonly sheet: Pixels,
    readonly areAccepted: boolean,
  ) {}

  static async read(state: PictureState): Promise<Prints> {
    const file = join(prints, `${state.name}.png`);
    const size = sheetSize(state);
    const sheet = existsSync(file) ? readPng(await readFile(file)) : undefined;
    const fits = sheet?.width === size.width && sheet.height === size.height;
    return new Prints(state, fits ? sheet : emptyPixels(size.width, size.height), fits);
  }

  of({ width, theme }: Pick<Picture, 'width' | 'theme'>): Pixels {
    const [left, top] = this.placeOf(width, theme);
    return cut(this.sheet, left, top, printSize({ width, height: heightOf(this.state) }));
  }

  set({ width, theme }: Pick<Picture, 'width' | 'theme'>, print: Pixels): void {
    paste(print, this.sheet, ...this.placeOf(width, theme));
  }

  async accept(): Promise<void> {
    await mkdir(prints, { recursive: true });
    await writeFile(join(prints, `${this.state.name}.png`), writePng(this.sheet));
  }

  private placeOf(width: number, theme: PictureTheme): [left: number, top: number] {
    const before = widths.filter(one => one < width);
    const { height } = printSize({ width, height: heightOf(this.state) });
    return [
      before.reduce((sum, one) => sum + columnsOf(one), 0),
      themeNames.indexOf(theme) * height,
    ];
  }
}

/** Returns accepted files of states and pictures that no longer exist. */
export async function leftOvers(
  states: readonly PictureState[],
  pictures: readonly Picture[],
): Promise<string[]> {
  const known = new Set([
    ...states.map(({ name }) => join(prints, `${name}.png`)),
    ...pictures.map(picture => join(folder, `${fileOf(picture)}.png`)),
  ]);
  const files = await Promise.all(
    [folder, prints].map(async place => (await readdir(place)).map(name => join(place, name))),
  );
  return files.flat().filter(file => file.endsWith('.png') && !known.has(file));
}

function columnsOf(width: number): number {
  return printSize({ width, height: 1 }).width;
}

function sheetSize(state: PictureState): { width: number; height: number } {
  const { height } = printSize({ width: 1, height: heightOf(state) });
  return {
    width: widths.reduce((sum, width) => sum + columnsOf(width), 0),
    height: height * themeNames.length,
  };
}
