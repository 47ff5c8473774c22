import { afterAll, beforeAll, expect, test } from 'vitest';
import { text, toolUse } from '../support/api/reply';
import { describeFailures, patience } from './support/chatWindow';
import type { EditorTerminal } from './support/editorTerminal';
import { before, IdeBed } from './support/ideBed';

let bed: IdeBed;
let terminal: EditorTerminal;

beforeAll(async () => {
  bed = await IdeBed.open();
}, 180_000);

afterAll(() => bed?.window.close());

describeFailures(() => bed?.window);

const after = 'one\nTWO\nthree\n';

test('a CLI in a terminal connects by itself, and the window says so', {
  timeout: 120_000,
}, async () => {
  terminal = await bed.terminal('first', 1);
  const { workbench } = bed.window;
  await workbench.statusItem('tandem.ide').click();
  await workbench.quickInput.row('first').waitFor();
  await workbench.quickInput.dismiss();
});

test('a diff is accepted in the editor', async () => {
  const label = await bed.proposeEdit(terminal, 'accepted.txt');
  await bed.window.run('tandem.diff.accept');
  await terminal.until('Done with accepted.txt.');
  expect(await bed.read('accepted.txt')).toBe(after);
  await bed.gone(label);
});

test('a diff is edited and accepted', async () => {
  const label = await bed.proposeEdit(terminal, 'edited.txt');
  await bed.window.driver.evaluate(async vscode => {
    const document = vscode.workspace.textDocuments.find(
      ({ uri }) => uri.scheme === 'tandem-proposal' && uri.path.endsWith('edited.txt'),
    );
    if (!document) throw new Error('The right side is not there');
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(3, 0), 'four\n');
    await vscode.workspace.applyEdit(edit);
  });
  await bed.window.run('tandem.diff.accept');
  await terminal.until('Done with edited.txt.');
  expect(await bed.read('edited.txt')).toBe(`${after}four\n`);
  await bed.gone(label);
});

test('a diff is rejected in the editor', async () => {
  const label = await bed.proposeEdit(terminal, 'rejected.txt');
  await bed.window.workbench.editors.tab(label).click();
  await bed.window.workbench.editors.titleAction('Reject Proposed Edit').click();
  await bed.gone(label);
  await terminal.until(/rejected|Interrupted|interrupted/);
  expect(await bed.read('rejected.txt')).toBe(before);
});
