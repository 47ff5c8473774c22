import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { gate, text, thinking, toolUse } from '../support/api/reply';
import { newestCli } from '../support/cli/cliBinary';
import { inFull } from '../support/extent';
import { messageText } from '../support/messageText';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'reload-'));
  // A typical user wrapper of the CLI; its output is the end of stderr when the CLI dies.
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

describeFailures(() => window);

/** Requests a Write and resolves when its permission card is shown. */
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

/** Polls like `expect.poll`, which hooks cannot use. */
async function expectSoon<T>(look: () => Promise<T>, wanted: T): Promise<void> {
  await vi.waitFor(async () => expect(await look()).toEqual(wanted), patience);
}

/** Waits for the stored message, because the CLI calls the API slightly before it writes. */
async function isStored(words: string): Promise<void> {
  const stored = async () => JSON.stringify(await window.storedSessions()).includes(words);
  await expectSoon(stored, true);
}

const wayOfReload = 'The process that asked was ended by the reload.';

describe('a reload during three conversations', { shuffle: false }, () => {
  const paragraphs = Array.from({ length: 60 }, (_, index) => `Paragraph number ${index}.`);
  let allowed: Awaited<ReturnType<typeof askForWrite>>;
  let denied: Awaited<ReturnType<typeof askForWrite>>;
  let pids: number[];
  const sessions: string[] = [];

  /** Returns the first paragraph that is at least partly visible. */
  const firstInSight = () =>
    window.chat.frame.locator('.scroller').evaluate(scroller => {
      const { top } = scroller.getBoundingClientRect();
      const all = [...scroller.querySelectorAll('p')];
      return all.find(paragraph => paragraph.getBoundingClientRect().bottom > top)?.textContent;
    });
  const queue = () =>
    window.chat.frame.getByRole('list', { name: 'Queued messages' }).getByRole('listitem');
  const order = () => queue().locator('.queued-text').allInnerTexts();

  beforeAll(async () => {
    const { chat, api, workbench } = window;
    const begin = async () => {
      sessions.push(await window.startSession());
    };
    await begin();
    allowed = await askForWrite('allowed');
    await begin();
    denied = await askForWrite('denied');
    await workbench.badge().getByText('2').waitFor();

    await begin();
    api.onPrompt('tell me', [[thinking('I weigh the words.'), text(paragraphs.join('\n\n'))]]);
    api.onPrompt('go on', [text('So far ', gate('reload in mid-stream'), 'and no further.')]);
    await chat.send('tell me');
    await chat.text('Paragraph number 59.').waitFor();
    await chat.phase('idle');
    await chat.send('go on');
    await api.reached('reload in mid-stream');
    await isStored('go on');
    for (const [index, words] of ['one', 'two', 'three'].entries()) {
      await chat.send(words);
      await queue().nth(index).waitFor();
    }
    await queue().nth(2).getByRole('button', { name: 'Edit' }).focus();
    await workbench.page.keyboard.press('Alt+ArrowUp');
    await expectSoon(order, ['one', 'three', 'two']);
    const running = window.run('tandem.queue.moveDown');
    await workbench.quickInput.pick('one');
    await running;
    await expectSoon(order, ['three', 'one', 'two']);
    await chat.message.fill('half a thou');
    const thoughts = chat.frame.getByRole('group', { name: 'Thinking' });
    await thoughts.getByRole('button').click();
    await chat.text('I weigh the words.').waitFor();
    await chat.text('Paragraph number 20.').evaluate(paragraph => {
      const scroller = paragraph.closest('.scroller');
      scroller?.dispatchEvent(new WheelEvent('wheel', { deltaY: -100 }));
      const top = scroller?.getBoundingClientRect().top ?? 0;
      // Scrolls its upper half out of view, so that a difference of a pixel does not matter.
      const { y, height } = paragraph.getBoundingClientRect();
      scroller?.scrollBy(0, y - top + height / 2);
    });
    expect(await firstInSight()).toBe('Paragraph number 20.');
    await expectSoon(() => window.keepsPlace('half a thou'), true);
    pids = (await window.agents()).map(({ pid }) => pid);
    await expectSoon(async () => (await window.compiledCode()).length > 0, true);
    await window.reload();
  }, 120_000);

  test('loads the host with the code that was compiled before', async () => {
    await expect
      .poll(() => window.log(), patience)
      .toMatch(/ [1-9]\d* of \d+ files came with compiled code/);
  });

  test('keeps draft, queue, folds and scroll position, shows the interruption, and repeats nothing', async () => {
    const { chat, api } = window;
    await chat.text('The turn was interrupted by the reload.').waitFor();
    expect(await chat.log.locator('[data-outcome=interrupted]').count()).toBe(0);
    // Once only, with the way on; what is queued has its own.
    expect(await chat.status.innerText()).not.toContain('The turn was interrupted by the reload.');
    const goOn = chat.log.getByRole('button', { name: 'Continue' });
    await goOn.waitFor();
    expect(await chat.frame.getByRole('button', { name: 'Resume' }).count()).toBe(1);
    expect(await messageText(chat.message)).toBe('half a thou');
    expect(await order()).toEqual(['three', 'one', 'two']);
    await chat.text('I weigh the words.').waitFor();
    await expect.poll(firstInSight, patience).toBe('Paragraph number 20.');
    expect(await window.agents()).toEqual([]);

    for (const words of ['one', 'two', 'three']) {
      api.onPrompt(words, [text(`The answer to ${words}.`)]);
    }
    api.onPrompt('Continue.', [text('I have weighed them.')]);
    await goOn.click();
    await chat.text('I have weighed them.').waitFor();
    await chat.phase('idle');
    expect(await order()).toEqual(['three', 'one', 'two']);
    await queue().first().getByRole('button', { name: 'Send Now' }).click();
    await chat.text('The answer to two.').waitFor();
    await chat.phase('idle');
    const said = ['tell me', 'go on', 'three', 'one', 'two', 'Paragraph number 59.'];
    for (const words of [...said, 'The answer to three.']) {
      expect(await chat.log.getByText(words, { exact: true }).count(), words).toBe(1);
    }
    expect(api.mainRequests('three')).toHaveLength(1);
    expect(await messageText(chat.message)).toBe('half a thou');
  });

  test('restores the card of a pending Write, and allowing it writes the file exactly once', async () => {
    const { chat, api, workbench } = window;
    const { file, write, card } = allowed;
    api.onPrompt('Continue; the interrupted Write call is allowed', [
      write,
      text('Now it is there.'),
    ]);
    await window.run('tandem.sessions.openInSideBar', sessions[0]);
    await card.getByText(wayOfReload).waitFor();
    expect(await card.count()).toBe(1);
    await workbench.badge().waitFor();
    expect(existsSync(file)).toBe(false);

    await chat.answer(card, 'Allow Once');
    await chat.text('Now it is there.').waitFor();
    expect(await readFile(file, 'utf8')).toBe('allowed\n');
    await chat.phase('idle');
    for (const { pid } of await window.agents()) expect(pids).not.toContain(pid);

    const stored = Object.values(await window.storedSessions());
    const ours = stored.filter(lines => JSON.stringify(lines).includes('write allowed'));
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

  test('restores the card of a pending Write, and denying it sends the feedback to the model', async () => {
    const { chat, api, workbench } = window;
    const { file, card } = denied;
    api.onPrompt('The interrupted Write call is denied', [text('As you wish.')]);
    await window.run('tandem.sessions.openInSideBar', sessions[1]);
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
    await workbench.badge().waitFor({ state: 'hidden' });
  });
});

inFull(() => {
  test('an agent killed mid-turn is shown as lost, with its last output, and goes on', async () => {
    const { chat, api } = window;
    await window.startNew();
    api.onPrompt('count', [text('One, two, ', gate('killed in mid-turn'), 'three.')]);
    api.onPrompt('Continue.', [text('Three, four.')]);
    api.onPrompt('once more', [text('Here I am again.')]);
    await chat.send('count');
    await api.reached('killed in mid-turn');
    await isStored('count');
    await chat.text('One, two,').waitFor();
    const { pid } = await window.theAgent();
    process.kill(pid, 'SIGKILL');
    await chat.phase('lost');
    await chat.text('Claude stopped unexpectedly.').waitFor();
    await chat.text('The process ended (signal SIGKILL).').waitFor();
    await chat.frame.getByText('Last output of the process').click();
    await chat.frame.getByText('wrapper says hello').waitFor();
    await chat.log.getByRole('button', { name: 'Continue' }).click();
    await chat.text('Three, four.').waitFor();
    await chat.phase('idle');
    const resumed = await window.theAgent();
    expect(resumed.pid).not.toBe(pid);
    await chat.send('once more');
    await chat.text('Here I am again.').waitFor();
    const [request] = api.mainRequests('once more');
    expect(JSON.stringify(request?.messages)).toContain('count');
  });
});
