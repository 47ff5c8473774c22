import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { gate, text, thinking, toolUse } from '../support/api/reply';
import { newestCli } from '../support/cli/cliBinary';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'reload-'));
  // As people wrap the CLI; what it prints is the last of stderr when the CLI dies.
  const wrapper = join(scratch, 'claude');
  const cli = newestCli().path;
  await writeFile(wrapper, `#!/bin/sh\necho 'wrapper says hello' >&2\nexec '${cli}' "$@"\n`);
  await chmod(wrapper, 0o755);
  window = await ChatWindow.open({ settings: { 'tandem.cli.path': wrapper } });
  await window.chat.phase('idle');
});

afterAll(async () => {
  await window?.close();
  await rm(scratch, { recursive: true, force: true });
});

beforeEach(() => window.startNew());
describeFailures(() => window);

/** Asks for a Write, and resolves when its card waits. */
async function askForWrite(name: string) {
  const { chat, api, tandem } = window;
  const file = join(tandem.workspace, `${name}.txt`);
  const write = toolUse('Write', { file_path: file, content: `${name}\n` });
  api.onPrompt(`write ${name}`, [write, text('Written.')]);
  await chat.send(`write ${name}`);
  const card = chat.permission('Write');
  await card.waitFor();
  await isStored(`write ${name}`);
  return { file, write, card };
}

/** The CLI writes its store a little later than it asks the API. */
async function isStored(words: string): Promise<void> {
  const stored = async () => JSON.stringify(await window.storedSessions()).includes(words);
  await expect.poll(stored, patience).toBe(true);
}

const wayOfReload = 'The process that asked was ended by the reload.';

test('a reload while a Write waits brings the card back, and allowing it writes the file exactly once', async () => {
  const { chat, api, workbench } = window;
  const { file, write, card } = await askForWrite('allowed');
  api.onPrompt('Continue; the interrupted Write call is allowed', [
    write,
    text('Now it is there.'),
  ]);
  await workbench.badge().getByText('1').waitFor();
  const before = await window.theAgent();

  await window.reload();
  await card.getByText(wayOfReload).waitFor();
  expect(await card.count()).toBe(1);
  await workbench.badge().getByText('1').waitFor();
  expect(await window.agents()).toEqual([]);
  expect(existsSync(file)).toBe(false);

  await chat.answer(card, 'Allow once');
  await chat.text('Now it is there.').waitFor();
  expect(await readFile(file, 'utf8')).toBe('allowed\n');
  await workbench.badge().waitFor({ state: 'hidden' });
  await chat.phase('idle');
  const after = await window.theAgent();
  expect(after.pid).not.toBe(before.pid);

  const sessions = Object.values(await window.storedSessions());
  const ours = sessions.filter(lines => JSON.stringify(lines).includes('write allowed'));
  expect(ours).toHaveLength(1);
  const writes = ours[0]?.filter(line => {
    const { toolUseResult } = line;
    return typeof toolUseResult === 'object' && toolUseResult && 'filePath' in toolUseResult;
  });
  expect(writes).toHaveLength(1);
  const [resumed] = api.mainRequests('the interrupted Write call is allowed');
  expect(JSON.stringify(resumed?.messages)).toContain('write allowed');
  const results = api.mainRequests('the interrupted Write call is allowed').at(-1)?.results;
  expect(results).toMatchObject([{ name: 'Write', isError: false }]);
});

test('a reload while a Write waits and then a denial with words leaves the file untouched and tells the model', async () => {
  const { chat, api } = window;
  const { file, card } = await askForWrite('denied');
  api.onPrompt('The interrupted Write call is denied', [text('As you wish.')]);
  await window.reload();
  await card.getByText(wayOfReload).waitFor();
  await card
    .getByRole('textbox', { name: 'Tell Claude what to do instead' })
    .fill('Use the README');
  await chat.answer(card, 'Deny');
  await chat.text('As you wish.').waitFor();
  expect(existsSync(file)).toBe(false);
  const [told] = api.mainRequests('interrupted Write call is denied');
  expect(told?.prompt).toContain('Use the README');
  expect(JSON.stringify(told?.messages)).toContain('write denied');
  expect(await card.count()).toBe(0);
});

test('an extension host that was killed while a Write waits leaves no agent behind and loses nothing', async () => {
  const { chat, api, workbench } = window;
  const { file, write, card } = await askForWrite('survived');
  api.onPrompt('Continue; the interrupted Write call is allowed', [write, text('It survived.')]);
  const { pid } = await window.theAgent();
  // Neither the end of its input nor SIGTERM ends a process that is stopped.
  process.kill(pid, 'SIGSTOP');
  const host = window.driver;
  process.kill(host.pid, 'SIGKILL');
  await host.closed();
  await window.reload();
  await card.getByText(wayOfReload).waitFor();
  expect(await window.agents()).toEqual([]);
  expect(existsSync(file)).toBe(false);
  await workbench.badge().getByText('1').waitFor();
  await chat.answer(card, 'Allow once');
  await chat.text('It survived.').waitFor();
  expect(await readFile(file, 'utf8')).toBe('survived\n');
});

test('a reload in mid-stream keeps draft, queue, folds and place, says what happened, and doubles nothing', async () => {
  const { chat, api } = window;
  const paragraphs = Array.from({ length: 60 }, (_, index) => `Paragraph number ${index}.`);
  api.onPrompt('tell me', [[thinking('I weigh the words.'), text(paragraphs.join('\n\n'))]]);
  api.onPrompt('go on', [text('So far ', gate('reload in mid-stream'), 'and no further.')]);
  api.onPrompt('and then', [text('That was all.')]);
  await chat.send('tell me');
  await chat.text('Paragraph number 59.').waitFor();
  await chat.phase('idle');
  await chat.send('go on');
  await api.reached('reload in mid-stream');
  await isStored('go on');
  await chat.send('and then');
  await chat.message.fill('half a thou');
  const thoughts = chat.frame.getByRole('group', { name: 'Thinking' });
  await thoughts.getByRole('button').click();
  await chat.text('I weigh the words.').waitFor();
  await chat.text('Paragraph number 20.').evaluate(paragraph => {
    const scroller = paragraph.closest('.scroller');
    scroller?.dispatchEvent(new WheelEvent('wheel', { deltaY: -100 }));
    const top = scroller?.getBoundingClientRect().top ?? 0;
    // Its upper half is out of sight, so that a pixel more or less is no other paragraph.
    const { y, height } = paragraph.getBoundingClientRect();
    scroller?.scrollBy(0, y - top + height / 2);
  });
  const firstInSight = () =>
    chat.frame.locator('.scroller').evaluate(scroller => {
      const { top } = scroller.getBoundingClientRect();
      const all = [...scroller.querySelectorAll('p')];
      return all.find(paragraph => paragraph.getBoundingClientRect().bottom > top)?.textContent;
    });
  expect(await firstInSight()).toBe('Paragraph number 20.');
  await expect.poll(() => window.keepsPlace('half a thou'), patience).toBe(true);

  await window.reload();
  const resume = chat.frame.locator('.status-row').getByRole('button', { name: 'Resume' });
  await resume.waitFor();
  await chat.text('The turn was interrupted by the reload.').waitFor();
  expect(await chat.text('You stopped this turn.').count()).toBe(0);
  expect(await chat.status.innerText()).toContain('The turn was interrupted by the reload.');
  expect(await chat.message.inputValue()).toBe('half a thou');
  const queue = chat.frame.getByRole('list', { name: 'Queued messages' }).getByRole('listitem');
  expect(await queue.allInnerTexts()).toEqual([expect.stringContaining('and then')]);
  await chat.text('I weigh the words.').waitFor();
  await expect.poll(firstInSight, patience).toBe('Paragraph number 20.');
  expect(await window.agents()).toEqual([]);

  await resume.click();
  await chat.phase('idle');
  await queue.getByRole('button', { name: 'Send now' }).click();
  await chat.text('That was all.').waitFor();
  for (const words of ['tell me', 'go on', 'and then', 'Paragraph number 59.', 'That was all.']) {
    expect(await chat.log.getByText(words, { exact: true }).count(), words).toBe(1);
  }
  expect(api.mainRequests('and then')).toHaveLength(1);
  expect(await chat.message.inputValue()).toBe('half a thou');
});

test('an agent that is killed in mid-turn is shown as lost, with its last words and a way to resume', async () => {
  const { chat, api } = window;
  api.onPrompt('count', [text('One, two, ', gate('killed in mid-turn'), 'three.')]);
  api.onPrompt('once more', [text('Here I am again.')]);
  await chat.send('count');
  await api.reached('killed in mid-turn');
  await isStored('count');
  await chat.text('One, two,').waitFor();
  const { pid } = await window.theAgent();
  process.kill(pid, 'SIGKILL');
  await chat.phase('lost');
  expect(await chat.status.innerText()).toContain(
    'The agent ended in the middle of its work (signal SIGKILL).',
  );
  await chat.text('The agent ended in the middle of this turn.').waitFor();
  await chat.frame.getByText('Last output of the process').click();
  await chat.frame.getByText('wrapper says hello').waitFor();
  await chat.frame.locator('.status-row').getByRole('button', { name: 'Resume' }).click();
  await chat.phase('idle');
  const resumed = await window.theAgent();
  expect(resumed.pid).not.toBe(pid);
  await chat.send('once more');
  await chat.text('Here I am again.').waitFor();
  const [request] = api.mainRequests('once more');
  expect(JSON.stringify(request?.messages)).toContain('count');
});

test('a window that is closed leaves no agent behind', async () => {
  await window.theAgent();
  const host = window.driver;
  await window.workbench.page.goto('about:blank');
  await host.closed();
  await expect.poll(() => window.agents(), patience).toEqual([]);
});
