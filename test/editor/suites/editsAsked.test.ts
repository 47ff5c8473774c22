import { strict as assert } from 'node:assert';
import * as vscode from 'vscode';
import { silentLog } from '../../../src/base/log';
import { editorProposal } from '../../../src/cli/permissions/editProposal';
import { AskedEdits } from '../../../src/host/proposedEdits/askedEdits';
import { proposalOf } from '../../../src/host/proposedEdits/proposalTabs';
import { systemClock } from '../../../src/node/systemClock';
import { allTabs, EditsBed, type, until } from './editsBed';

const tool = 'mcp__tandem__apply_patch';
const input = { patch: '*** Update File: a.ts\n-two\n+TWO\n' };

describe('edits that an agent without a card asks for', () => {
  let bed: EditsBed;
  let asked: AskedEdits;

  beforeEach(async () => {
    bed = await EditsBed.create();
    await bed.write('a.ts', 'one\ntwo\n');
    asked = new AskedEdits({
      ...{ editors: bed.desk, opening: () => 'never', clock: systemClock, log: silentLog },
    });
  });

  afterEach(async () => {
    await bed.dispose();
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  async function ask() {
    const ended = new AbortController();
    const edit = editorProposal(tool, input, bed.folder);
    assert.ok(edit);
    const answer = asked.ask('Gemini', edit, input, ended.signal);
    const tab = await until('the diff', () => allTabs().find(one => proposalOf(one)));
    const right = proposalOf(tab);
    const proposal = await until('the proposal', () => bed.desk.at(right));
    return { answer, tab, right, proposal, ended };
  }

  const closed = () => until('the tab to close', () => !allTabs().some(one => proposalOf(one)));

  it('are answered in their diff, which names the agent', async () => {
    const { answer, tab, proposal } = await ask();
    assert.equal(tab.label, 'a.ts (edit proposed by Gemini)');
    assert.equal(await asked.answer(proposal, true), true);
    assert.deepEqual(await answer, { input });
    await closed();
    assert.equal(await asked.answer(proposal, true), false);
    assert.equal(await bed.read('a.ts'), 'one\ntwo\n');
  });

  it('are rejected by an answer, by closing the tab, and as soon as nobody waits', async () => {
    const first = await ask();
    await asked.answer(first.proposal, false);
    assert.equal(await first.answer, undefined);
    await closed();
    const second = await ask();
    // Comes after the opening that is under way.
    await bed.desk.show(second.proposal, 'beside');
    await vscode.window.tabGroups.close(second.tab);
    assert.equal(await second.answer, undefined);
    await closed();
    const third = await ask();
    third.ended.abort();
    assert.equal(await third.answer, undefined);
    await closed();
  });

  it('can be changed before they are accepted', async () => {
    const { answer, right, proposal } = await ask();
    assert.ok(right);
    await type(await vscode.workspace.openTextDocument(right), 'one\nmine\n');
    await asked.answer(proposal, true);
    const accepted = await answer;
    const { byUser } = accepted?.input ?? {};
    assert.equal(JSON.stringify(byUser).includes('"text":"one\\nmine\\n"'), true);
    assert.match(accepted?.feedback ?? '', /mine/);
    await closed();
  });
});
