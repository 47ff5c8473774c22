import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// Tests of the runner end all processes that their worker has started. esbuild's service, which is
// shared by all files of a worker, would be gone for the next file that needs it.
it('each unit test that bundles something stops the service of esbuild', () => {
  const folder = join(__dirname, '..');
  const users = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
    .filter(({ text }) => /import \{[^}]*\bbuild\b[^}]*\} from 'esbuild'/.test(text));
  expect(users.length).toBeGreaterThan(1);
  expect(users.filter(({ text }) => !/\bstop\(\)/.test(text)).map(({ name }) => name)).toEqual([]);
});
