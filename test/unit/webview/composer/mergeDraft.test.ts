import { expect, it } from 'vitest';
import type { Draft } from '../../../../src/contract/draft';
import { mergeDraft } from '../../../../webview/composer/mergeDraft';

const draft = (text: string, ...names: string[]): Draft => ({
  text,
  images: names.map(name => ({ name, mediaType: 'image/png', data: name })),
});

it.each([
  ['replaces an empty one', draft('new'), draft(''), draft(''), draft('new')],
  ['is placed before typed text', draft('new'), draft('old'), draft(''), draft('new\n\nold')],
  [
    'replaces typed text that it contains',
    draft('a old b'),
    draft('old'),
    draft(''),
    draft('a old b'),
  ],
  ['is not inserted twice', draft('new'), draft('new\n\nold'), draft(''), draft('new\n\nold')],
  [
    'adds its images once',
    draft('', 'x'),
    draft('old', 'x', 'y'),
    draft(''),
    draft('\n\nold', 'x', 'y'),
  ],
  ['clears saved text if it is empty', draft(''), draft('sent'), draft('sent'), draft('')],
  [
    'keeps unsaved text if it is empty',
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
