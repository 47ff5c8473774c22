import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository, sourcesIn } from '../../support/sourceFiles';

const mocks = /\bvi\.(?:mock|doMock)\('vscode'/;

/** The tested module must not be one that another file has loaded, and not stay for the next file. */
function isContained(source: string): boolean {
  const resets = [...source.matchAll(/\bvi\.resetModules\(\)/g)].length;
  const loadsStatically = /^import \{(?! type )[^}]*\} from '[^']*\/src\/host\//m.test(source);
  return resets >= 2 && source.includes("vi.doUnmock('vscode')") && !loadsStatically;
}

it('no test file shares modules that it has loaded with its own editor', () => {
  const files = sourcesIn('test/unit').map(file => ({
    file,
    source: readFileSync(join(repository, file), 'utf8'),
  }));
  const mocking = files.filter(
    ({ file, source }) => !file.endsWith('mockedEditor.test.ts') && mocks.test(source),
  );
  expect(mocking.length).toBeGreaterThan(10);
  expect(mocking.filter(({ source }) => !isContained(source)).map(({ file }) => file)).toEqual([]);
});
