import { expect, it } from 'vitest';
import { parseDrift } from '../../../../scripts/drift/arguments';

it('compares the latest release and runs the cli suite by default', () => {
  expect(parseDrift([])).toEqual({ release: 'latest', suites: ['cli'], isUpdate: false });
});

it('takes a release, suites and the wish to update', () => {
  const expected = { release: '2.1.330', suites: ['cli', 'editor'], isUpdate: true };
  expect(parseDrift(['2.1.330', '--suites=editor,cli', '--update'])).toEqual(expected);
  expect(parseDrift(['--suites='])).toEqual({ release: 'latest', suites: [], isUpdate: false });
});

it.each([
  [['2.1.330', '2.1.331']],
  [['--suites=page']],
  [['--suites=cli', '--suites=editor']],
  [['--quick']],
  [['../elsewhere']],
  [['a@b']],
])('rejects %j', args => {
  expect(() => parseDrift(args)).toThrow('npm run drift -- [version]');
});
