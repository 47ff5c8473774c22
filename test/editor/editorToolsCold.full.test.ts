import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { text, toolUse } from '../support/api/reply';
import { writeTsProject } from '../support/tsProject';
import { ChatWindow, describeFailures } from './support/chatWindow';

let window: ChatWindow;

/** Writes enough code that the language server takes a while to load it. */
async function writeMore(folder: string): Promise<void> {
  await mkdir(folder);
  const types = Array.from(
    { length: 250 },
    (_, at) => `export interface Part${at} { readonly name: string; next?: Part${at}[] }\n`,
  ).join('');
  await Promise.all(
    Array.from({ length: 400 }, (_, at) => writeFile(join(folder, `parts${at}.ts`), types)),
  );
}

beforeAll(async () => {
  window = await ChatWindow.open({
    builtIns: 'all',
    isFresh: true,
    prepare: async ({ workspace }) => {
      await writeTsProject(workspace);
      await writeMore(join(workspace, 'source', 'more'));
    },
  });
  await window.chat.phase('idle');
});

afterAll(() => window?.close());

describeFailures(() => window);

test('the first call in an editor without open files covers the whole project', {
  timeout: 180_000,
}, async () => {
  // On a busy machine the language server may take longer to start than a call waits, and the tool
  // reports that. The first other answer must be complete.
  for (let round = 1; ; round += 1) {
    const prompt = `where is it used, ${round}.`;
    const target = { symbol: 'useDraft', path: 'source/draft.ts' };
    window.api.onPrompt(prompt, [toolUse('mcp__tandem__references', target), text(`So ${round}.`)]);
    await window.chat.send(prompt);
    await window.chat.text(`So ${round}.`).waitFor({ timeout: 60_000 });
    const [told] = window.api.mainRequests(prompt).at(-1)?.results ?? [];
    if (told && !told.isError && !told.text.includes('still loading the project')) {
      expect(told.text).toMatch(/^9 references of useDraft .* in 4 files\n/);
      return;
    }
  }
});
