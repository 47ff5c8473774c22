import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failure, gate, text, toolUse } from '../support/api/reply';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;

const names = Array.from({ length: 10 }, (_, index) => `note${index}.txt`);
const pathOf = (name: string) => join(window.tandem.workspace, name);

beforeAll(async () => {
  window = await ChatWindow.open({
    viewport: { width: 1280, height: 1400 },
    settings: {
      'tandem.permissions.initialMode': 'acceptEdits',
      'tandem.processes.maxLive': 4,
      'tandem.diff.open': 'never',
    },
    prepare: async ({ workspace }) => {
      for (const name of names) {
        await writeFile(join(workspace, name), `${name} says hello.\n`);
      }
    },
  });
}, 180_000);
afterAll(async () => {
  await window?.run('tandem.runs.clear');
  await window?.close();
});
describeFailures(() => window);

const rows = () => window.workbench.rows('Runs');
const row = (name: string) => window.workbench.row('Runs', name);

/** Returns what a row says beside its name. */
const said = async (name: string) =>
  (await row(name).locator('.label-description').innerText()).replace(/\u00a0/g, ' ');

/** Returns the text of the read-only document in front. */
const document = () =>
  window.driver.evaluate(vscode =>
    vscode.window.activeTextEditor?.document.uri.scheme === 'tandem-runs'
      ? vscode.window.activeTextEditor.document.getText()
      : undefined,
  );

async function start(prompt: string, files: readonly string[], action: string): Promise<void> {
  const given = { prompt, files: files.map(pathOf), atATime: 3 };
  const running = window.run('tandem.runs.start', given);
  await window.workbench.quickInput.pick(action);
  await running;
}

test('ten files run three at a time: one fails, one is stopped, the others are under review', async () => {
  const { api, workbench } = window;
  for (const name of names) {
    api.onPrompt(name, [
      toolUse('Edit', { file_path: pathOf(name), old_string: 'hello', new_string: 'goodbye' }),
      text(`Changed.\n\n${name} is polite.`),
    ]);
  }
  api.onPrompt('note3.txt', () => failure(400, { message: 'No such luck' }));
  api.onPrompt('note7.txt', [text(gate('seven'), 'Late.')]);
  await start('Be polite in', names, 'Run on 10 files');
  await workbench.expandView('Runs', true);
  await workbench.expandView('Chat', false);
  await api.reached('seven');
  await workbench.expandView('Changes', false);
  await workbench.toast(/Be polite in/).waitFor();
  await expect.poll(() => said('note9.txt'), patience).toMatch(/^\d+:\d\d · \$[\d.]+ · note9/);
  expect((await window.agents()).length).toBeLessThanOrEqual(4);
  await workbench.clickRowAction(row('note7.txt'), 'Stop Run');
  await expect.poll(() => said('note7.txt'), patience).toMatch(/^stopped/);
  expect(await said('note3.txt')).toMatch(/^\d.*No such luck/);
  expect(await said('Be polite in')).toMatch(/^10 of 10, 1 failed, 1 stopped, \$[\d.]+ · /);

  await workbench.answerToast(/10 of 10, 1 failed, 1 stopped/, 'Show Results');
  await expect.poll(document, patience).toContain('| note9.txt | done |');
  const table = (await document()) ?? '';
  expect(table).toMatch(/\| note3\.txt \| failed \| .*No such luck/);
  expect(table).toMatch(/\| note0\.txt \| done \| \d+:\d\d \| \$[\d.]+ \| Changed\. \|/);
  expect(table.split('\n').filter(line => line.startsWith('| note'))).toHaveLength(10);

  expect(await readFile(pathOf('note0.txt'), 'utf8')).toBe('note0.txt says goodbye.\n');
  await window.run('tandem.changes.undoFile', pathOf('note0.txt'));
  await expect
    .poll(() => readFile(pathOf('note0.txt'), 'utf8'), patience)
    .toBe('note0.txt says hello.\n');
  expect(await readFile(pathOf('note1.txt'), 'utf8')).toBe('note1.txt says goodbye.\n');

  api.onPrompt('note3.txt', [text('Nothing to do.')]);
  await workbench.clickRowAction(row('note3.txt'), 'Run Again');
  await expect.poll(() => said('note3.txt'), patience).toMatch(/^\d.*Nothing to do\.$/);
  await row('note3.txt').click();
  const tab = workbench.chatTab();
  await tab.getByRole('log').getByText('Nothing to do.').waitFor();
  await tab.getByRole('log').getByText('@note3.txt').first().waitFor();
  expect(await rows().count()).toBe(11);
});
