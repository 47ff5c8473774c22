import { expect, it } from 'vitest';
import { pictureArguments } from '../../../../scripts/pictures/arguments';

it('takes names of states and whether pictures are accepted', () => {
  expect(pictureArguments([])).toEqual({
    ...{ names: [], isAccepting: false, forDocuments: false },
  });
  expect(pictureArguments(['talk', '--accept', 'cards-'])).toEqual({
    ...{ names: ['talk', 'cards-'], isAccepting: true, forDocuments: false },
  });
});

it('makes pictures for documents without a comparison', () => {
  expect(pictureArguments(['--docs'])).toEqual({
    ...{ names: [], isAccepting: true, forDocuments: true },
  });
});

it('refuses options and names that would select something else', () => {
  expect(() => pictureArguments(['--acept'])).toThrow('There is no option --acept');
  expect(() => pictureArguments(['.*'])).toThrow('no part of a state');
});
