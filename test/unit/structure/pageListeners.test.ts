import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository, sourcesIn } from '../../support/sourceFiles';

/** Returns the calls of `useEffect` in a source, each to the end of its statement. */
function passiveEffects(source: string): readonly string[] {
  return [...source.matchAll(/^( *)useEffect\([\s\S]*?^\1\S[^\n]*;$/gm)].map(([text]) => text);
}

it('lets no element listen to the document after it is gone', () => {
  const files = sourcesIn('webview');
  const found = files.filter(file =>
    passiveEffects(readFileSync(join(repository, file), 'utf8')).some(effect =>
      /\b(document|window|documentElement)\s*\.addEventListener\(/.test(effect),
    ),
  );
  // Preact cleans passive effects up only after the next frame; `useLayoutEffect` does so at once.
  expect(found).toEqual([]);
  expect(files.length).toBeGreaterThan(60);
});
