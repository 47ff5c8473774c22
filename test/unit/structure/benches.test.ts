import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importsAmong, repository, sourcesIn } from '../../support/sourceFiles';

/** Files of benches and tests, and what each imports of them. */
const all = importsAmong([...sourcesIn('test'), ...sourcesIn('scripts'), ...sourcesIn('src')]);

/** Returns a file with all that it imports, directly or not. */
function closureOf(file: string, known = new Set<string>()): ReadonlySet<string> {
  known.add(file);
  for (const target of all.get(file) ?? []) {
    if (!known.has(target)) {
      closureOf(target, known);
    }
  }
  return known;
}

// `npm run bench` runs without vitest, which refuses to be loaded outside of its own process.
it('lets benches run without the test runner', () => {
  const benches = [...all.keys()].filter(file => file.endsWith('.bench.ts'));
  expect(benches.length).toBeGreaterThan(20);
  const users = benches.flatMap(bench =>
    [...closureOf(bench)]
      .filter(file =>
        /^import (?!type).* from 'vitest'/m.test(readFileSync(join(repository, file), 'utf8')),
      )
      .map(file => `${bench} → ${file}`),
  );
  expect(users).toEqual([]);
});
