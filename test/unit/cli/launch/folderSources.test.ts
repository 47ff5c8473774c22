import { expect, it } from 'vitest';
import { readsFolder, withoutFolder } from '../../../../src/cli/launch/folderSources';

const sources = 'tandem.cli.settingSources';
const args = 'tandem.cli.args';

it('knows whether the folder of a conversation counts', () => {
  expect(readsFolder({})).toBe(true);
  expect(readsFolder({ [sources]: [] })).toBe(true);
  expect(readsFolder({ [sources]: null })).toBe(true);
  expect(readsFolder({ [sources]: ['user', 'local'] })).toBe(true);
  expect(readsFolder({ [sources]: ['user'] })).toBe(false);
  expect(readsFolder({ [sources]: [''] })).toBe(false);
  expect(readsFolder({ [sources]: ['user'], [args]: ['--setting-sources=project'] })).toBe(true);
});

it("leaves the user's own sources, and no others", () => {
  expect(withoutFolder({})).toEqual({ [sources]: ['user'] });
  expect(withoutFolder({ [sources]: ['user', 'project'] })).toEqual({ [sources]: ['user'] });
  expect(withoutFolder({ [sources]: ['project', 'local'] })).toEqual({ [sources]: [''] });
});

it("overrules the user's own arguments", () => {
  const own = ['--setting-sources', 'user,project', '--debug'];
  expect(withoutFolder({ [args]: own })[args]).toEqual([...own, '--setting-sources', 'user']);
  expect(withoutFolder({ [args]: ['--debug'] })[args]).toEqual(['--debug']);
});
