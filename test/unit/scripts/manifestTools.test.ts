import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stop } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { manifestTools } from '../../../scripts/manifestTools';
import { repository } from '../../support/sourceFiles';

const read = (name: string) => JSON.parse(readFileSync(join(repository, name), 'utf8'));
const { languageModelTools: listed } = read('package.json').contributes;

// The runner's tests, in the same worker, end all processes that esbuild has started.
afterAll(() => stop());

it('the manifest lists the tools for others as the code defines them', async () => {
  // If they differ: npm run manifest-tools
  expect(listed).toEqual(await manifestTools());
  expect(listed.length).toBeGreaterThan(15);
});

it('each tool has texts, and names that VS Code accepts', () => {
  const texts = read('package.nls.json');
  for (const { name, toolReferenceName, displayName, userDescription } of listed) {
    expect(name).toMatch(/^tandem_\w+$/);
    expect(toolReferenceName).toMatch(/^tandem[A-Z][A-Za-z]+$/);
    for (const key of [displayName, userDescription]) {
      expect(texts[key.replaceAll('%', '')], key).toMatch(/^[A-Z]/);
    }
  }
  const references = listed.map((one: { toolReferenceName: string }) => one.toolReferenceName);
  expect(new Set(references).size).toBe(listed.length);
});
