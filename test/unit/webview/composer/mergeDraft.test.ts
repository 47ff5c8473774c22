import { expect, it } from 'vitest';
import type { Draft } from '../../../../src/contract/view';
import { mergeDraft } from '../../../../webview/composer/mergeDraft';

const draft = (text: string, ...names: string[]): Draft => ({
  text,
  images: names.map(name => ({ name, mediaType: 'image/png', data: name })),
});

it.each([
  ['takes the place of an empty one', draft('new'), draft(''), draft(''), draft('new')],
  ['comes before what is typed', draft('new'), draft('old'), draft(''), draft('new\n\nold')],
  [
    'that holds what is typed replaces it',
    draft('a old b'),
    draft('old'),
    draft(''),
    draft('a old b'),
  ],
  ['is not doubled', draft('new'), draft('new\n\nold'), draft(''), draft('new\n\nold')],
  [
    'adds its images once',
    draft('', 'x'),
    draft('old', 'x', 'y'),
    draft(''),
    draft('\n\nold', 'x', 'y'),
  ],
  ['that is empty clears what was saved', draft(''), draft('sent'), draft('sent'), draft('')],
  [
    'that is empty leaves what was not',
    draft(''),
    draft('sent, more'),
    draft('sent'),
    draft('sent, more'),
  ],
])('a draft from the host %s', (_what, incoming, current, saved, merged) => {
  const { text, images } = mergeDraft(incoming, current, saved);
  expect({ text: text.trim(), images }).toEqual({
    text: merged.text.trim(),
    images: merged.images,
  });
});
