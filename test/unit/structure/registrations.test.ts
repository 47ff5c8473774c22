import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository, sourcesIn } from '../../support/sourceFiles';

/** Field that registers its own object while later fields, such as events, are still undefined. */
const early = /^ {2}(?:private |readonly )+\w+ = (?:vscode\.)?\w+\.register\w+\([^;]*\bthis[,)\s]/m;

it('registers an object with the editor only after all of its fields exist', () => {
  const files = sourcesIn('src/host');
  const found = files.filter(file => early.test(readFileSync(join(repository, file), 'utf8')));
  // VS Code looks for events such as `onDidChange` once, when the object is registered.
  expect(found).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});
