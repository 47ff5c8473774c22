import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import manifest from '../../package.json';
import { gate, text, toolUse } from '../support/api/reply';
import { testInFull } from '../support/inFull';
import { messageText } from '../support/messageText';
import { startedPage } from '../support/startedPage';
import { beRead } from './support/beRead';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;

beforeAll(async () => {
  window = await ChatWindow.open({ cli: 'stand-in', isShown: false, isFresh: true });
});

afterAll(() => window?.close());

describeFailures(() => window);

const all = manifest.contributes.commands.map(({ command }) => command);

/** Notice that there is nothing to act on. */
const noChat = 'No conversation is open. Open Tandem first.';
const noPrompt = 'Nothing waits for this answer.';
const noTask = 'There is no task for this command.';
const noChanges = 'There are no changes to keep or undo.';
const noConversation = 'Choose a conversation in the Changes view.';
const noSession = 'No conversation is stored yet.';
const noPrograms = 'makes Claude Code run programs.';
const noOtherAgent = 'No agent other than Claude Code was found.';
const noRun = 'There is no run for this command.';
const neverRun = 'No prompt has been run here.';
const noTargets = 'There are no files to run on.';
const noListed = 'There are no prompts yet.';
const noFile = 'There is no active file to mention.';
const notFromHere = 'This cannot be added to the chat from here.';
const noRepository =
  'is not in a Git repository. Open a folder that is in one, or initialize one in Source Control.';
const noFinding = 'There is no such finding. Run Review My Changes first.';
const notChanged = 'This file has no agent changes.';
/** Notices that commands show in a fresh window; all other commands have an effect. */
const sentences: Record<string, string> = {
  'tandem.chat.stop': noChat,
  'tandem.chat.previewMessage': noChat,
  'tandem.chat.find': noChat,
  'tandem.chat.fork': noChat,
  'tandem.chat.retry': noChat,
  'tandem.chat.editLast': noChat,
  'tandem.chat.askAside': noChat,
  'tandem.chat.runShellLine': noChat,
  'tandem.prompts.save': noChat,
  'tandem.prompts.insert': 'No prompt is saved.',
  'tandem.mode.default': noChat,
  'tandem.mode.acceptEdits': noChat,
  'tandem.mode.plan': noChat,
  'tandem.mode.auto': noChat,
  'tandem.mode.dontAsk': noChat,
  'tandem.mode.bypassPermissions': noChat,
  'tandem.chat.continue': noChat,
  'tandem.chat.goOnAtReset': noChat,
  'tandem.chat.cancelGoOn': noChat,
  'tandem.chat.resume': noChat,
  'tandem.chat.reopenClosed': 'No conversation was closed here.',
  'tandem.chat.addFolder': noChat,
  'tandem.worktree.new': 'is not in a Git repository. Initialize a repository there first.',
  'tandem.worktree.manage': noChat,
  'tandem.changes.review': noChat,
  'tandem.changes.reviewAll': noChanges,
  'tandem.changes.reviewConversation': noConversation,
  'tandem.changes.openDiff': notChanged,
  'tandem.changes.openFile': notChanged,
  'tandem.changes.next': noChanges,
  'tandem.changes.previous': noChanges,
  'tandem.changes.keepHunk': 'There is no agent change at the cursor.',
  'tandem.changes.undoHunk': 'There is no agent change at the cursor.',
  'tandem.changes.keepFile': notChanged,
  'tandem.changes.undoFile': notChanged,
  'tandem.changes.keepTurn': noChat,
  'tandem.changes.undoTurn': noChat,
  'tandem.changes.keepAll': noChanges,
  'tandem.changes.undoAll': noChanges,
  'tandem.changes.keepConversation': noConversation,
  'tandem.changes.undoConversation': noConversation,
  'tandem.changes.restore': 'Nothing was undone or rewound.',
  'tandem.rewind.open': noChat,
  'tandem.review.changes': noRepository,
  'tandem.review.branch': noRepository,
  'tandem.review.commits': noRepository,
  'tandem.review.addToChat': noFinding,
  'tandem.review.apply': noFinding,
  'tandem.review.dismiss': noFinding,
  'tandem.review.dismissed': 'No finding is dismissed.',
  'tandem.commitMessage.generate': 'The Git extension of VS Code is off.',
  'tandem.pullRequest.draft': noRepository,
  'tandem.tasks.stop': noTask,
  'tandem.tasks.showOutput': noTask,
  'tandem.tasks.goTo': noTask,
  'tandem.runs.onSelection': 'Open the file that the prompt should run on.',
  'tandem.runs.onFiles': noTargets,
  'tandem.runs.onChanges': noRepository,
  'tandem.runs.stop': noRun,
  'tandem.runs.again': neverRun,
  'tandem.runs.openConversation': noRun,
  'tandem.runs.openResult': noRun,
  'tandem.runs.showChanges': noRun,
  'tandem.runs.showResults': neverRun,
  'tandem.prompts.run': noListed,
  'tandem.prompts.runAgain': noListed,
  'tandem.prompts.runOnChanges': noListed,
  'tandem.prompts.edit': noListed,
  'tandem.prompts.reveal': noListed,
  'tandem.mode.set': noChat,
  'tandem.model.set': noChat,
  'tandem.effort.set': noChat,
  'tandem.fastMode.toggle': noChat,
  'tandem.ultracode.toggle': noChat,
  'tandem.thinking.set': noChat,
  'tandem.queue.edit': noChat,
  'tandem.queue.sendNow': noChat,
  'tandem.queue.remove': noChat,
  'tandem.queue.moveUp': noChat,
  'tandem.queue.moveDown': noChat,
  'tandem.chat.exportMarkdown': noChat,
  'tandem.chat.exportJson': noChat,
  'tandem.chat.copyTurn': noChat,
  'tandem.chat.goToPrompt': noChat,
  'tandem.permission.allowOnce': noPrompt,
  'tandem.permission.allowAlways': noPrompt,
  'tandem.permission.allowWith': noPrompt,
  'tandem.permission.deny': noPrompt,
  'tandem.question.answer': noPrompt,
  'tandem.input.answer': noPrompt,
  'tandem.input.decline': noPrompt,
  'tandem.input.cancel': noPrompt,
  'tandem.plan.approve': noPrompt,
  'tandem.plan.approveAndAcceptEdits': noPrompt,
  'tandem.plan.keepPlanning': noPrompt,
  'tandem.diff.open': noPrompt,
  'tandem.diff.accept': 'No proposed edit waits for an answer.',
  'tandem.diff.reject': 'No proposed edit waits for an answer.',
  'tandem.sessions.resume': 'This folder has no stored conversation.',
  'tandem.sessions.continueLast': 'This folder has no stored conversation.',
  'tandem.sessions.openConversation': noSession,
  'tandem.sessions.openInTab': noSession,
  'tandem.sessions.openInSideBar': noSession,
  'tandem.sessions.openInNewWindow': noSession,
  'tandem.sessions.openInTerminal': noSession,
  'tandem.sessions.rename': noSession,
  'tandem.sessions.delete': noSession,
  'tandem.sessions.archive': noSession,
  'tandem.sessions.unarchive': noSession,
  'tandem.sessions.pin': noSession,
  'tandem.sessions.unpin': noSession,
  'tandem.sessions.markUnread': noSession,
  'tandem.sessions.markRead': noSession,
  'tandem.sessions.copyId': noSession,
  'tandem.sessions.revealFile': noSession,
  'tandem.sessions.restore': 'No deleted conversation is kept.',
  'tandem.ide.mention': noFile,
  'tandem.context.addSelection': noFile,
  'tandem.context.addFiles': noFile,
  'tandem.context.addTerminal': 'Nothing is selected in the terminal.',
  'tandem.context.addChanges': notFromHere,
  'tandem.context.addChangeGroup': notFromHere,
  'tandem.context.addCommit': notFromHere,
  'tandem.context.addTest': notFromHere,
  'tandem.context.addTestMessage': notFromHere,
  'tandem.context.addCell': 'This cell is no longer open.',
  'tandem.context.addVariable': notFromHere,
  'tandem.context.addProblem': notFromHere,
  'tandem.ide.connections': 'No Claude Code in a terminal is connected to this window.',
  'tandem.terminal.insertReference': noFile,
  'tandem.tools.choose': noChat,
  'tandem.programs.allow': noPrograms,
  'tandem.programs.decline': noPrograms,
  'tandem.gateway.stop': 'Model calls are not observed.',
  'tandem.inspector.stopRecording': 'Nothing is recorded here.',
  'tandem.inspector.clear': 'No calls are recorded.',
  'tandem.inspector.exportHar': noChat,
  'tandem.inspector.exportJsonl': noChat,
  'tandem.inspector.compare': noChat,
  'tandem.inspector.explainTurn': noChat,
  'tandem.mcp.reviewServers': 'No folder of this workspace has an MCP server in .vscode/mcp.json.',
};

/** Waits for the tab "Claude Code" at a section. The tab stays for the next one. */
const sectionTab = (title: string) => () =>
  window.sections().getByRole('heading', { level: 1, name: title }).waitFor();

/** Commands that open something; each entry checks the result and closes it again. */
const openers: Record<string, () => Promise<void>> = {
  'tandem.settings.open': async () => {
    await window.workbench.page.locator('.settings-editor').waitFor();
    await window.run('workbench.action.closeAllEditors');
  },
  'tandem.log.show': () => window.workbench.page.locator('.part.panel').waitFor(),
  'tandem.cli.install': () =>
    window.workbench.answerDialog('Install Claude Code with npm', 'Cancel'),
  'tandem.gateway.observe': () =>
    window.workbench.answerDialog('Observe the model calls of conversations?', 'Cancel'),
  'tandem.inspector.open': async () => {
    await window.workbench.webview('tab').locator(startedPage).waitFor();
    await window.run('workbench.action.closeAllEditors');
  },
  'tandem.inspector.record': () => window.workbench.quickInput.dismiss(),
  'tandem.inspector.import': () => window.workbench.quickInput.dismiss(),
  'tandem.cli.choosePath': () => window.workbench.quickInput.dismiss(),
  'tandem.cli.searchAgain': () => window.dismissMessage('was found.'),
  'tandem.sections.open': sectionTab('Status'),
  'tandem.sections.account': sectionTab('Account'),
  'tandem.sections.usage': sectionTab('Usage'),
  'tandem.sections.context': sectionTab('Context'),
  'tandem.sections.memory': sectionTab('Memory'),
  'tandem.sections.servers': sectionTab('MCP servers'),
  'tandem.sections.agents': sectionTab('Agents'),
  'tandem.sections.skills': sectionTab('Skills and commands'),
  'tandem.sections.plugins': sectionTab('Plugins'),
  'tandem.sections.permissions': sectionTab('Permissions'),
  'tandem.sections.sandbox': sectionTab('Sandbox'),
  'tandem.sections.hooks': sectionTab('Hooks'),
  'tandem.sections.outputStyles': sectionTab('Output styles'),
  'tandem.sections.settings': sectionTab('Settings'),
  'tandem.sections.status': async () => {
    await sectionTab('Status')();
    await window.run('workbench.action.closeAllEditors');
  },
  'tandem.memory.addLine': () => window.workbench.quickInput.dismiss(),
  'tandem.speech.dictate': async () => {
    await window.chat.frame.getByText('Your microphone is on another machine').first().waitFor();
    await window.chat.button('Dismiss').click();
  },
  'tandem.speech.setUp': () => window.workbench.quickInput.dismiss(),
  'tandem.tasks.clear': async () => undefined,
  'tandem.runs.start': () => window.workbench.quickInput.dismiss(),
  'tandem.runs.stopAll': async () => undefined,
  'tandem.runs.clear': async () => undefined,
  'tandem.prompts.newFile': () => window.workbench.quickInput.dismiss(),
  'tandem.followAlong.toggle': async () => {
    await window.dismissMessage('The editor shows the files that agents look at.');
    await window.configure('tandem.followAlong', undefined);
  },
  'tandem.account.signIn': async () => {
    const names = () => window.driver.evaluate(vscode => vscode.window.terminals.map(t => t.name));
    await expect.poll(names, patience).toContain('Sign in to Claude Code');
    await endTerminals();
  },
  'tandem.terminal.open': async () => {
    const names = () => window.driver.evaluate(vscode => vscode.window.terminals.map(t => t.name));
    // VS Code may open its own shell if its panel is shown just after the last terminal has closed.
    await expect.poll(names, patience).toContain('Claude');
    await endTerminals();
  },
  'tandem.context.choose': () => window.workbench.quickInput.dismiss(),
  'tandem.review.clear': async () => undefined,
  'tandem.commitMessage.stop': async () => undefined,
  'tandem.chat.focusEditor': async () => undefined,
  'tandem.terminal.openWith': () => window.workbench.quickInput.dismiss(),
  'tandem.report.create': async () => {
    await window.workbench.page.getByText('Tandem problem report').first().waitFor();
    await window.run('workbench.action.revertAndCloseActiveEditor');
  },
  'tandem.walkthrough.open': async () => {
    await window.workbench.page.getByText('Decide What Needs Your Approval').first().waitFor();
    await window.run('workbench.action.closeAllEditors');
  },
  'tandem.sessions.search': () => window.workbench.quickInput.dismiss(),
  'tandem.sessions.import': () => window.workbench.quickInput.dismiss(),
  'tandem.chat.newInFolder': () => window.workbench.quickInput.dismiss(),
  'tandem.chat.newWithAgent': () => window.workbench.quickInput.dismiss(),
  'tandem.sessions.report': async () => {
    const shown = () =>
      window.driver.evaluate(vscode => vscode.window.activeTextEditor?.document.getText());
    await expect.poll(shown, patience).toContain('0 files on disk, 0 listed');
    await window.run('workbench.action.closeAllEditors');
  },
  'tandem.sessions.refresh': async () => undefined,
  'tandem.sessions.filterByAgent': () => window.workbench.quickInput.dismiss(),
  'tandem.agents.newConversation': () => window.workbench.quickInput.dismiss(),
  'tandem.agents.chooseDefault': () => window.workbench.quickInput.dismiss(),
  'tandem.agents.install': () => window.workbench.quickInput.dismiss(),
  'tandem.agents.signIn': () => window.workbench.quickInput.dismiss(),
  'tandem.agents.signOut': () => window.dismissMessage(noOtherAgent),
  'tandem.agents.resumeSession': () => window.dismissMessage(noOtherAgent),
  'tandem.agents.configure': async () => {
    await window.workbench.page.locator('.settings-editor').waitFor();
    await window.run('workbench.action.closeAllEditors');
  },
  'tandem.agents.copyConfiguration': () => window.workbench.quickInput.dismiss(),
  'tandem.mcp.copyConfiguration': () => window.workbench.quickInput.dismiss(),
  'tandem.sessions.groupByFolder': async () => undefined,
  'tandem.sessions.groupByTime': async () => undefined,
  'tandem.sessions.showAllFolders': async () => undefined,
  'tandem.sessions.showWorkspace': async () => undefined,
  'tandem.chat.send': () => window.workbench.quickInput.dismiss(),
  'tandem.prompts.stash': () => window.chat.phase('idle'),
  'tandem.chat.open': () => window.chat.phase('idle'),
  'tandem.chat.new': () => window.chat.phase('idle'),
  'tandem.chat.newTemporary': async () => {
    await window.chat.frame.getByText('Temporary: not stored').waitFor();
    await window.chat.phase('idle');
  },
  'tandem.chat.openInTab': async () => {
    await window.workbench
      .chatTab()
      .locator(startedPage)
      .getByRole('textbox', { name: 'Message' })
      .waitFor();
    await window.run('workbench.action.closeAllEditors');
    await expect.poll(() => window.agents(), patience).toHaveLength(1);
  },
};

/** Resolves when no terminal is left and nothing else takes the focus, which would close a pick. */
async function endTerminals(): Promise<void> {
  const left = () =>
    window.driver.evaluate(vscode => {
      for (const terminal of vscode.window.terminals) terminal.dispose();
      return vscode.window.terminals.length;
    });
  await expect.poll(left, patience).toBe(0);
  await window.run('workbench.action.closePanel');
  await window.workbench.page.locator('.part.panel').waitFor({ state: 'hidden' });
}

/** Fails if the log of the extension host or of Tandem has an error. */
async function noErrors(): Promise<void> {
  const logs = Object.entries(await window.tandem.editor.logs());
  const text = logs.filter(([file]) => /exthost|Tandem/.test(file)).map(([, log]) => log);
  expect(text.join('\n')).not.toMatch(/unhandled|rejected promise not handled/i);
  expect(await window.log()).not.toMatch(/\[error\].*/);
}

describe('a fresh window', () => {
  test('every command of the manifest is registered and covered by this test', async () => {
    const missing = async () => {
      const there = await window.driver.evaluate(vscode => vscode.commands.getCommands(true));
      return all.filter(command => !there.includes(command));
    };
    // The window starts its extensions only after it is painted.
    await expect.poll(missing, patience).toEqual([]);
    expect(Object.keys({ ...sentences, ...openers }).sort()).toEqual([...all].sort());
  });

  test('commands that lack a target say so', async () => {
    const announced = await window.workbench.announced();
    for (const command of Object.keys(sentences)) await window.run(command);
    await expect
      .poll(announced, patience)
      .toEqual(Object.values(sentences).map(sentence => expect.stringContaining(sentence)));
    await window.run('notifications.clearAll');
    await noErrors();
  }, 90_000);

  testInFull(
    'all other commands take effect',
    async () => {
      for (const [command, close] of Object.entries(openers)) {
        const running = window.run(command);
        await close();
        await running;
      }
      await noErrors();
    },
    90_000,
  );
});

describe('a conversation', () => {
  beforeAll(() => window.startNew());

  const prompts = () =>
    window.chat.frame
      .locator('.prompt[data-outcome=open]')
      .evaluateAll(cards => cards.map(card => card.id.replace('prompt-', '')));
  const file = (name: string) => join(window.tandem.workspace, name);
  const write = (name: string) => toolUse('Write', { file_path: file(name), content: `${name}\n` });
  const touch = (name: string) => toolUse('Bash', { command: `touch ${name}` });

  beforeEach(async () => {
    await window.run('notifications.clearAll');
    await window.run('tandem.chat.open');
    await window.chat.phase('idle');
  });

  test('tandem.chat.send sends its argument as a message', async () => {
    window.api.onPrompt('by command', [text('By command it is.')]);
    await window.run('tandem.chat.send', 'by command');
    await window.chat.text('By command it is.').waitFor();
  });

  test('Ctrl+F and tandem.chat.find find a text of the conversation, and Escape goes back', async () => {
    const { api, chat, workbench } = window;
    const { page } = workbench;
    api.onPrompt('where is the lease', [text('Here: the Lease.')]);
    await chat.send('where is the lease');
    await chat.text('Here: the Lease.').waitFor();
    const bar = chat.frame.getByRole('search', { name: 'Find in conversation' });
    const box = bar.getByRole('textbox', { name: 'Find' });
    const isFocused = (element: Element) =>
      element === document.activeElement && document.hasFocus();
    await chat.message.click();
    await page.keyboard.press('Control+f');
    await expect.poll(() => box.evaluate(isFocused), patience).toBe(true);
    await page.keyboard.type('the LEASE');
    const count = () => bar.getByRole('status').textContent();
    await expect.poll(count, patience).toBe('2 of 2');
    await page.keyboard.press('F3');
    await expect.poll(count, patience).toBe('1 of 2');
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    expect(await chat.message.evaluate(isFocused)).toBe(true);
    // An editor keeps its own search.
    await window.run('workbench.action.files.newUntitledFile');
    await page.keyboard.press('Control+f');
    await page.locator('.find-widget.visible').waitFor();
    expect(await bar.count()).toBe(0);
    await window.run('tandem.chat.find');
    await expect.poll(() => box.evaluate(isFocused), patience).toBe(true);
    await page.keyboard.press('Escape');
    await window.run('workbench.action.closeAllEditors');
  });

  test('Ctrl+Shift+O leads to an earlier prompt, however far it is from the end', async () => {
    const { api, chat, workbench } = window;
    api.onPrompt('tell a story', [text(`${'It goes on.\n\n'.repeat(120)}The end.`)]);
    await chat.send('tell a story');
    await chat.text('The end.').waitFor();
    await chat.phase('idle');
    const isInView = () =>
      chat.log.getByText('by command', { exact: true }).evaluate(element => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    await expect.poll(isInView, patience).toBe(false);
    await chat.message.press('Control+Shift+O');
    await workbench.quickInput.pick('by command');
    await expect.poll(isInView, patience).toBe(true);
    // Not a button: the first one of a message rewinds the code.
    const focused = chat.frame.locator(':focus');
    await expect.poll(() => focused.textContent(), patience).toBe('by command');
  });

  testInFull(
    'the permission commands answer the oldest prompt or the one with the given id',
    async () => {
      const { api, chat } = window;
      api.onPrompt('touch them', [
        [touch('one.txt'), touch('two.txt'), touch('three.txt')],
        text('Touched.'),
      ]);
      await chat.send('touch them');
      await chat.armed('Bash');
      await window.run('tandem.permission.allowOnce');
      await expect.poll(() => existsSync(file('one.txt')), patience).toBe(true);
      await chat.armed('Bash');
      const [second] = await prompts();
      await window.run('tandem.permission.deny', 'no such id');
      await window.workbench.toast(noPrompt).waitFor();
      expect(await prompts()).toContain(second);
      await window.run('tandem.permission.deny', second, 'Leave the second one');
      await expect.poll(prompts, patience).not.toContain(second);
      await chat.armed('Bash');
      const [third] = await prompts();
      await window.run('tandem.permission.allowOnce', third);
      await chat.text('Touched.').waitFor();
      expect(existsSync(file('two.txt'))).toBe(false);
      expect(existsSync(file('three.txt'))).toBe(true);
      const results = api.mainRequests('touch them').at(-1)?.results ?? [];
      expect(results.map(result => result.isError)).toEqual([false, true, false]);
      expect(results[1]?.text).toContain('Leave the second one');
    },
  );

  test('tandem.permission.allowAlways saves the rule to the picked destination', async () => {
    const { api, chat, workbench } = window;
    api.onPrompt('touch always', [touch('always.txt'), text('It is a rule now.')]);
    await chat.send('touch always');
    await chat.armed('Bash');
    const running = window.run('tandem.permission.allowAlways');
    await workbench.quickInput.pick('This project, just me');
    await running;
    await chat.text('It is a rule now.').waitFor();
    const settings = await readFile(file('.claude/settings.local.json'), 'utf8');
    expect(JSON.parse(settings).permissions.allow).toEqual([expect.stringMatching(/^Bash\(touch/)]);
  });

  test('tandem.diff.accept and tandem.diff.reject answer the active proposal', async () => {
    const { api, chat, workbench } = window;
    api.onPrompt('write two', [write('accepted.txt'), write('rejected.txt'), text('One of two.')]);
    await chat.send('write two');
    await chat.permission('Write').waitFor();
    await window.run('tandem.diff.open');
    await workbench.editors.diff('modified').waitFor();
    await beRead(window, 'accepted.txt');
    await window.run('tandem.diff.accept');
    await expect
      .poll(() => readFile(file('accepted.txt'), 'utf8').catch(() => ''), patience)
      .toBe('accepted.txt\n');
    await chat.permission('Write').getByText('rejected.txt').first().waitFor();
    await beRead(window, 'rejected.txt');
    await window.run('tandem.diff.reject');
    await chat.text('One of two.').waitFor();
    expect(existsSync(file('rejected.txt'))).toBe(false);
  });

  test('tandem.mode.set takes an argument, shows a pick without one, and rejects an invalid mode', async () => {
    const { chat, workbench } = window;
    const mode = () => chat.picker('Permission mode').getAttribute('aria-label');
    await window.run('tandem.mode.set', 'plan');
    await expect.poll(mode, patience).toBe('Permission mode: Plan');
    const kept = window.run('tandem.mode.set');
    await workbench.quickInput.row('Plan').getByText('current').waitFor();
    await workbench.page.keyboard.press('Enter');
    await kept;
    expect(await mode()).toBe('Permission mode: Plan');
    const running = window.run('tandem.mode.set');
    await workbench.quickInput.pick('Manual');
    await running;
    await expect.poll(mode, patience).toBe('Permission mode: Manual');
    await window.run('tandem.mode.set', { toString: 1 });
    await workbench.toast('Permission mode: one of').waitFor();
    expect(await mode()).toBe('Permission mode: Manual');
  });

  test('tandem.chat.stop stops the turn, and the queue commands act on the queued message', async () => {
    const { api, chat, workbench } = window;
    api.onPrompt('long', [text('So far ', gate('stop by command'), 'and on')]);
    api.onPrompt('and one more', [text('Sent from the queue.')]);
    await chat.send('long');
    await api.reached('stop by command');
    await chat.send('queued');
    const queue = chat.frame.getByRole('list', { name: 'Queued messages' });
    await queue.getByText('queued').waitFor();
    await window.run('tandem.queue.edit');
    await expect.poll(() => messageText(chat.message), patience).toBe('queued');
    await chat.message.press('Enter');
    await queue.getByText('queued').waitFor();
    await chat.send('and one more');
    await queue.getByText('and one more').waitFor();
    const removed = window.run('tandem.queue.remove');
    await workbench.quickInput.row('and one more').waitFor();
    // No row is marked as current: Enter takes the first.
    await workbench.page.keyboard.press('Enter');
    await removed;
    await queue.getByText('queued', { exact: true }).waitFor({ state: 'detached' });
    await window.run('tandem.chat.stop');
    await chat.log.locator('[data-outcome=interrupted]').waitFor();
    await window.run('tandem.queue.sendNow');
    await chat.text('Sent from the queue.').waitFor();
  });

  testInFull(
    'tandem.sessions.resume opens a conversation by id or pick, and rejects an invalid id',
    async () => {
      const { api, chat, workbench } = window;
      await window.startNew();
      api.onPrompt('remember the apples', [text('Apples, noted.')]);
      api.onPrompt('which fruit', [text('Apples they were.')]);
      await chat.send('remember the apples');
      await chat.text('Apples, noted.').waitFor();
      await chat.phase('idle');
      const { argv } = await window.theAgent();
      const id = argv[argv.indexOf('--session-id') + 1];
      await window.startNew();
      await chat.text('Apples, noted.').waitFor({ state: 'hidden' });
      await window.run('tandem.sessions.resume', id);
      await chat.text('Apples, noted.').waitFor();
      await chat.send('which fruit');
      await chat.text('Apples they were.').waitFor();
      await chat.phase('idle');
      expect(JSON.stringify(api.mainRequests('which fruit')[0]?.messages)).toContain('the apples');

      await window.startNew();
      const running = window.run('tandem.sessions.resume');
      const choice = workbench.quickInput.widget.locator('.monaco-list-row', {
        hasText: 'remember the apples',
      });
      await choice.first().click();
      await running;
      await chat.text('Apples they were.').waitFor();
      expect(await chat.text('Apples, noted.').count()).toBe(1);
      await window.run('tandem.sessions.resume', '../../etc/passwd');
      await workbench.toast('A conversation ID must be a UUID.').waitFor();
    },
  );
});
