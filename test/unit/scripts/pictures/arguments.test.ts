import { expect, it } from 'vitest';
import { pictureArguments, testsOf } from '../../../../scripts/pictures/arguments';

it('takes names of states and whether pictures are accepted', () => {
  expect(pictureArguments([])).toEqual({
    ...{ names: [], isAccepting: false, forDocuments: false },
  });
  expect(pictureArguments(['talk', '--accept', 'cards-'])).toEqual({
    ...{ names: ['talk', 'cards-'], isAccepting: true, forDocuments: false },
  });
});

it('selects states by parts of their names, not by the words of the tests', () => {
  const pattern = new RegExp(testsOf(['strip', 'cards-']));
  const test = 'pictures are as they were accepted, and nothing is cut off';
  expect(`${test}: strip-open`).toMatch(pattern);
  expect(`${test}: cards-web`).toMatch(pattern);
  expect(`${test}: list-of-modes`).not.toMatch(pattern);
  expect(`${test}: talk`).not.toMatch(new RegExp(testsOf(['picture', 'cut'])));
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
