import { expect, it } from 'vitest';
import { pathVariables } from '../../../../src/host/agentFiles/pathVariables';

it('names a file in all its parts', () => {
  expect(pathVariables('/w/@types/a b.d.ts')).toEqual({
    ...{ file: '/w/@types/a b.d.ts', fileDirname: '/w/@types' },
    ...{ fileBasename: 'a b.d.ts', fileBasenameNoExtension: 'a b.d' },
  });
});

it.each(['/w/x @/etc/hostname', '/w/x\n@/etc/a.txt', '/w/x @secret.txt'])(
  'puts no file name into a message that attaches another file: %j',
  path => expect(pathVariables(path)).toEqual({}),
);
