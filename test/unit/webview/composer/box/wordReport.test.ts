import { beforeEach, expect, it } from 'vitest';
import type { TypedWord } from '../../../../../webview/composer/box/messageBox';
import { WordReport } from '../../../../../webview/composer/box/wordReport';

const at = (sign: TypedWord['sign'], query: string): TypedWord => ({ sign, query });

let told: (TypedWord | undefined)[];
let words: WordReport;
beforeEach(() => {
  told = [];
  words = new WordReport(word => void told.push(word));
});

it('opens a list for a word that is typed, which then follows the caret', () => {
  words.note(at('@', 'fo'), true);
  words.note(at('@', 'fo'), false);
  words.note(at('@', 'f'), false);
  words.note(undefined, false);
  expect(told).toEqual([at('@', 'fo'), at('@', 'f'), undefined]);
});

it('opens none for a word that the caret comes to', () => {
  words.note(at('/', 'deploy'), false);
  words.note(undefined, false);
  expect(told).toEqual([]);
  words.note(at('late/', 'compact'), true);
  words.note(at('/', 'deploy'), false);
  expect(told).toEqual([at('late/', 'compact'), undefined]);
});

it('closes the list of a draft that is replaced, and opens it for the same word again', () => {
  words.note(at('/', 'deploy'), true);
  words.clear();
  words.clear();
  words.note(at('/', 'deploy'), false);
  expect(told).toEqual([at('/', 'deploy'), undefined]);
  words.note(at('/', 'deploy'), true);
  expect(told).toHaveLength(3);
});
