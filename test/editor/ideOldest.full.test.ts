import { afterAll, beforeAll, expect, test } from 'vitest';
import { packagedExtension } from '../support/editor/packagedExtension';
import { describeFailures } from './support/chatWindow';
import type { EditorTerminal } from './support/editorTerminal';
import { before, IdeBed } from './support/ideBed';

// The editor features that terminals need most, in the oldest VS Code that Tandem supports.
let bed: IdeBed;
let terminal: EditorTerminal;

beforeAll(async () => {
  bed = await IdeBed.open({ version: 'oldest', vsix: await packagedExtension() });
}, 180_000);

afterAll(() => bed?.window.close());

describeFailures(() => bed?.window);

test('a CLI in a terminal connects automatically', { timeout: 120_000 }, async () => {
  expect(bed.window.tandem.editor.vscode).toBe('1.99.3');
  terminal = await bed.terminal('first', 1);
});

test('a diff is accepted in the editor', async () => {
  const label = await bed.proposeEdit(terminal, 'accepted.txt');
  await bed.window.run('tandem.diff.accept');
  await terminal.until('Done with accepted.txt.');
  expect(await bed.read('accepted.txt')).toBe('one\nTWO\nthree\n');
  await bed.gone(label);
});

test('a diff is rejected in the editor', async () => {
  const label = await bed.proposeEdit(terminal, 'rejected.txt');
  await bed.window.workbench.editors.tab(label).click();
  await bed.window.workbench.editors.titleAction('Reject Proposed Edit').click();
  await bed.gone(label);
  await terminal.until(/Rejected update to rejected.txt/);
  expect(await bed.read('rejected.txt')).toBe(before);
});

test('closing the tab of a diff rejects it', async () => {
  const label = await bed.proposeEdit(terminal, 'closed.txt');
  await bed.window.workbench.editors.closeTab(label);
  await bed.gone(label);
  await terminal.until(/Rejected update to closed.txt/);
  expect(await bed.read('closed.txt')).toBe(before);
});

test('the selection is sent with the next prompt', async () => {
  await bed.write('plain.txt', before);
  await bed.select('plain.txt', 1, 2);
  await terminal.until('2 lines selected');
  expect(await bed.sentWith(terminal, 'about the lines')).toContain('two\\nthree');
});
