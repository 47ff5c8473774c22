import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';
import { expect, it } from 'vitest';
import bundle from '../../../l10n/bundle.l10n.json';
import { repository, sourcesIn } from '../../support/sourceFiles';

type Script = Parameters<typeof getL10nJson>[0][number];

const imported = /^import .* from '(?:vscode|@vscode\/l10n)';\n/gm;
const most = 60;

/**
 * Joins files that import alike: the exporter compiles its queries anew for each script, which takes
 * a minute of CPU time for all files one by one.
 */
function joined(files: readonly string[]): Script[] {
  const alike = new Map<string, { extension: string; head: string; bodies: string[] }>();
  for (const file of files) {
    const text = readFileSync(join(repository, file), 'utf8');
    if (!text.includes('l10n.t(')) continue;
    const extension = extname(file);
    const head = (text.match(imported) ?? []).join('');
    const key = `${extension} ${head}`;
    const group = alike.get(key) ?? { extension, head, bodies: [] };
    alike.set(key, group);
    group.bodies.push(text.replace(imported, ''));
  }
  return [...alike.values()].flatMap(({ extension, head, bodies }) =>
    Array.from({ length: Math.ceil(bodies.length / most) }, (_, index) => ({
      extension: extension === '.tsx' ? '.tsx' : '.ts',
      contents: head + bodies.slice(index * most, (index + 1) * most).join('\n'),
    })),
  );
}

it('the bundle for translators has exactly the texts of the sources', async () => {
  const texts = await getL10nJson(joined([...sourcesIn('src'), ...sourcesIn('webview')]));
  expect(Object.keys(texts).length).toBeGreaterThan(3_000);
  // After a change of texts: npm run l10n
  expect(bundle).toEqual(texts);
});
