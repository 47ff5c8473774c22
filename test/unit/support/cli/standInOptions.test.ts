import { expect, it } from 'vitest';
import { readOptions } from '../../../support/cli/standIn/options';

it.each([
  ['separate', ['--model', 'haiku', '--resume', 'a=b']],
  ['joined', ['--model=haiku', '--resume=a=b']],
])('the stand-in reads values that are %s', (_, args) => {
  expect(readOptions(args)).toMatchObject({ model: 'haiku', resume: 'a=b', isPiped: false });
});

it.each(['--unknown', '--unknown=1'])('the stand-in refuses %s like the CLI', arg => {
  expect(() => readOptions([arg])).toThrow(`unknown option '${arg}'`);
});
