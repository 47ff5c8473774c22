import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Location } from '../../src/contract/content';
import type { ToolCallId } from '../../src/contract/ids';
import type { ToolCall } from '../../src/contract/tools';
import { testInFull } from '../support/inFull';
import { newestRecorded } from '../support/recordings/recording';
import { axeFindings } from './harness/axeFindings';
import { folded, recordedEvents, recordedTogether, show } from './harness/recorded';
import { startTurn } from './harness/story';
import { themeRows } from './harness/themeRows';
import { useChat } from './harness/useChat';

const open = useChat();
const oldest = '2.0.36';

interface SeenCard {
  readonly name: string;
  readonly status: string;
  /** Visible texts of the open card, in this order. */
  readonly texts: readonly string[];
}

function card(name: string, status: string, ...texts: string[]): SeenCard {
  return { name, status, texts };
}

/** All cards of recorded runs in order; cards of subagents follow the call they belong to. */
const recorded: readonly [version: string, scenario: string, cards: readonly SeenCard[]][] = [
  [
    newestRecorded,
    'bash_tools',
    [
      card('Bash echo "one"; echo "two" >&2', 'done', 'Print two words', 'one', 'two'),
      card(
        'Bash echo partial; echo broken >&2; exit 3',
        'failed',
        'Failed',
        'partial',
        'Exit code 3',
      ),
      card("Bash printf '\\033[32mok\\033[0m \\033[1mbold\\033[0m\\n'", 'done', 'ok bold'),
      card('Bash seq 1 12000', 'done', 'Show All 6,222 Lines', '6221', 'All of the output is in'),
      card('Bash true', 'done', 'No output'),
      card('Bash rm -rf build', 'denied', 'Denied', 'The build is still needed.'),
      card(
        'Bash echo started > started; echo first line; tail -f /dev/null',
        'interrupted',
        'Interrupted',
        'Runs in the background',
      ),
      card('Bash cat started', 'done', 'started'),
      card('TaskStop b8vbl9fn5', 'done', 'Stopped a background command'),
    ],
  ],
  [
    oldest,
    'bash_tools',
    [
      card('Bash echo "one"; echo "two" >&2', 'done', 'Print two words', 'one', 'two'),
      card('Bash echo partial; echo broken >&2; exit 3', 'failed', 'broken', 'Exit code 3'),
      card("Bash printf '\\033[32mok\\033[0m \\033[1mbold\\033[0m\\n'", 'done', 'ok bold'),
      card('Bash seq 1 12000', 'done', 'Show All 6,224 Lines', '6221'),
      card('Bash true', 'done', 'No output'),
      card('Bash rm -rf build', 'denied', 'The build is still needed.'),
      card(
        'Bash echo started > started; echo first line; tail -f /dev/null',
        'done',
        'Runs in the background',
      ),
      card('BashOutput fea908', 'done', 'Output of a background command', 'first line'),
      card('KillShell fea908', 'done', 'Stopped a background command'),
    ],
  ],
  [
    newestRecorded,
    'read_tools',
    [
      card(
        'Read src/prices.js',
        'done',
        '18 lines',
        "import { readFile } from 'node:fs/promises';",
      ),
      card('Read src/prices.js', 'done', 'lines 3–6 of 19', 'export async function load(path) {'),
      card('Read logo.png', 'done'),
      card('Read prices.ipynb', 'done', 'total = 40 + 2', '42'),
      card('Read missing.txt', 'failed', 'Failed', 'File does not exist.'),
    ],
  ],
  [
    oldest,
    'search_tools',
    [
      card('Glob **/*.js', 'done', '2 files', 'src/prices.js', 'src/more/other.js'),
      card('Glob **/*.py', 'done', '0 files', 'Nothing found'),
      card('Grep average', 'done', 'Found 2 files', 'README.md', 'src/prices.js'),
      card(
        'Grep total\\(',
        'done',
        'Line numbers',
        'yes',
        'src/prices.js:8:export function total(items) {',
      ),
      card('Grep sum', 'done', 'files *.js', 'Found 6 total occurrences across 2 files.'),
      card('Grep nowhere to be found', 'done', 'No matches found'),
    ],
  ],
  [
    newestRecorded,
    'edit_tools',
    [
      card('Write src/new.js', 'done', '+1', 'export const one = 1;', 'Open Diff'),
      card('Read src/prices.js', 'done'),
      card(
        'Edit src/prices.js',
        'done',
        '+1',
        '−1',
        '11',
        '−',
        'sum = sum + item.price;',
        '11',
        '+',
      ),
      card(
        'Edit src/prices.js',
        'done',
        '+4',
        '−4',
        'export function total(prices) {',
        'Open Diff',
      ),
      card('Read src/new.js', 'done', '1 line'),
      card('Write src/new.js', 'done', '+2', '−1', 'export const two = 2;', 'Open Diff'),
      card('Edit src/prices.js', 'done', '+1', '−1', 'averagePrice(prices)', 'Open Diff'),
      card(
        'Edit src/prices.js',
        'denied',
        '−',
        'let sum = 0;',
        '+',
        'let sum = 1;',
        'starts at zero',
      ),
      card('Edit src/prices.js', 'failed', 'no such text', 'String to replace not found in file.'),
      card('Read prices.ipynb', 'done'),
      card('NotebookEdit prices.ipynb', 'done', '+1', '−1', 'Replaces cell c1', 'total = 40 + 3'),
      card('NotebookEdit prices.ipynb', 'done', 'Inserts a markdown cell after c1', 'The end.'),
      card('NotebookEdit prices.ipynb', 'done', '−1', 'Deletes cell intro', '# Prices'),
    ],
  ],
  [
    newestRecorded,
    'web_tools',
    [
      card(
        'WebFetch fruit.example/apples',
        'done',
        'https://fruit.example/apples',
        'Asks the page: How long do apples keep?',
        'The page says that apples keep longest in a cool and dark room.',
      ),
      card('WebFetch fruit.example/missing', 'done', 'The server returned HTTP 404 Not Found.'),
      card(
        'WebSearch how to keep apples',
        'done',
        '2 links',
        'Keeping apples through the winter',
        'fruit.example',
        'Two pages tell how to keep apples.',
      ),
      card('WebFetch cellar.example', 'denied', 'Not from that site.'),
    ],
  ],
  [
    newestRecorded,
    'todo_tools',
    [
      // All updates of a turn share a line.
      card(
        'To-dos',
        'done',
        'To-dos: 1 of 3',
        'done:',
        'Read the code',
        'in progress:',
        'Change the code',
        'to do:',
        'Read the code: Read the code with care',
        '#3: removed',
        '#99: no such to-do',
      ),
      card('To-dos', 'done', 'To-dos: 3 of 3', 'Run the tests'),
    ],
  ],
  [
    newestRecorded,
    'subagent',
    [
      card(
        'Agent Write a poem',
        'done',
        '2 tools · 9k tokens',
        'general-purpose',
        'Prompt',
        'The poem',
      ),
      card('Write poem.txt', 'done', '+1', 'Roses are red'),
      card('Bash wc -l poem.txt', 'done', '1 poem.txt'),
      card('Agent Count the first', 'done', '1 tool', 'The first folder has 1 file.'),
      card('Bash echo first > first.txt', 'done', 'No output'),
      card('Agent Count the second', 'done', '1 tool', 'The second folder has 1 file.'),
      card('Bash echo second > second.txt', 'done', 'No output'),
    ],
  ],
  [
    oldest,
    'subagent',
    [
      card('Agent Write a poem', 'done', 'general-purpose', 'Prompt', 'The poem is in poem.txt'),
      card('Write poem.txt', 'done', 'Roses are red'),
      card('Bash wc -l poem.txt', 'done', '1 poem.txt'),
      card('Agent Count the first', 'done', 'The first folder has 1 file.'),
      card('Bash echo first > first.txt', 'done'),
      card('Agent Count the second', 'done', 'The second folder has 1 file.'),
      card('Bash echo second > second.txt', 'done'),
    ],
  ],
  [newestRecorded, 'skills', [card('Skill haiku', 'done', 'on snow', 'Launching skill: haiku')]],
  [
    oldest,
    'skills',
    [
      card('Skill haiku', 'done', 'Launching skill: haiku'),
      card('SlashCommand /greet Ada', 'done', 'Launching command: /greet'),
    ],
  ],
  [
    newestRecorded,
    'mcp',
    [
      card(
        'library: Find a book',
        'done',
        'Tool find_book of the MCP server library',
        'title',
        'knitting',
        '2 books match "knitting"',
        'isbn',
        '978-0-00-000001-0',
        'out',
        'no',
      ),
      card('library: Cover', 'done', 'The cover:'),
      card('library: Lend', 'failed', '978-0-00-000002-7 is out until Monday'),
      card('library: Lend', 'denied', 'Not today.'),
    ],
  ],
  [
    newestRecorded,
    'ask_question',
    [
      card('Ask', 'done', 'Which database should the service use?', 'SQLite', 'Linux, macOS'),
      card('Ask', 'denied', 'SQLite / PostgreSQL', 'I would rather talk about it.'),
    ],
  ],
  [
    newestRecorded,
    'exit_plan',
    [
      card(
        'Write /config/plans/make-a-plan-parsed-pie.md',
        'done',
        'make-a-plan-parsed-pie.md',
        '+8',
        '# The plan',
      ),
      card('Plan', 'denied', 'The plan', 'Change one word', 'npm test', 'Add a test first.'),
      card('Plan', 'done', 'Plan approved', 'The plan', 'npm test'),
      // A tool without a family.
      card('Started planning', 'done', 'Started planning'),
    ],
  ],
  [
    newestRecorded,
    'interrupt',
    [
      card('Bash echo running > running; tail -f /dev/null', 'interrupted', 'Interrupted'),
      card('Write never.txt', 'interrupted', 'Canceled', 'never'),
    ],
  ],
];

async function unfoldAll(page: Page): Promise<void> {
  await page.locator('.tool').first().waitFor();
  const folded = page.locator('button.tool-toggle[aria-expanded=false]');
  while ((await folded.count()) > 0) {
    await folded.evaluateAll(buttons => {
      for (const button of buttons) {
        (button as HTMLElement).click();
      }
    });
  }
}

describe('Tool cards from frames of the real CLI', () => {
  it('fold the file of a plan, in any folder, once the plan comes', async () => {
    const chat = await open();
    const { page, host } = chat;
    const events = recordedEvents(newestRecorded, 'exit_plan');
    const asked = events.findIndex(event => event.type === 'prompt.opened');
    const begun = events.findIndex(
      event => event.type === 'tool.updated' && event.call.family === 'plan',
    );
    await show(chat, events.slice(0, begun));
    const file = page.locator('[data-family=write]');
    await file.locator('button.tool-toggle[aria-expanded=true]').waitFor();
    host.emit(...events.slice(begun, asked + 1));
    await file.locator('button.tool-toggle[aria-expanded=false]').waitFor();
    await file.getByText('make-a-plan-parsed-pie.md', { exact: true }).waitFor();
  });

  testInFull('show what was done, its target and its outcome, and never JSON', async () => {
    // Elements outside the view are not laid out and have no text.
    const chat = await open({ height: 6000 });
    const { page } = chat;
    for (const [version, scenario, cards] of recorded) {
      await show(chat, recordedEvents(version, scenario));
      await unfoldAll(page);
      const read = () =>
        page.locator('.tool').evaluateAll(all =>
          all.map(group => ({
            name: group.getAttribute('aria-label'),
            role: group.getAttribute('role'),
            status: group.getAttribute('data-status'),
            text: (group as HTMLElement).innerText,
          })),
        );
      // A card has no text until it is laid out, which takes a frame.
      const blank = async () => (await read()).filter(({ text }) => text === '').length;
      await expect.poll(blank).toBe(0);
      const groups = await read();
      const where = `${version} ${scenario}`;
      expect(
        groups.map(({ text: _, ...seen }) => seen),
        where,
      ).toEqual(cards.map(({ name, status }) => ({ name, role: 'group', status })));
      for (const [index, { name, texts }] of cards.entries()) {
        const shown = groups[index]?.text ?? '';
        let from = 0;
        for (const text of texts) {
          const at = shown.indexOf(text, from);
          expect(at, `${where}: ${text} in ${name}:\n${shown}`).toBeGreaterThanOrEqual(0);
          from = at + text.length;
        }
        // The CLI's text about a failed MCP call quotes a schema.
        const own = shown.split('\n').filter(line => !line.startsWith("This tool's input schema"));
        expect(
          own.filter(line => /[[{]\s*["{[]/.test(line)),
          `JSON in ${name}`,
        ).toEqual([]);
      }
    }
  });

  it('show an image that was read, under the content security policy', async () => {
    const chat = await open();
    const { page } = chat;
    await show(chat, recordedEvents(newestRecorded, 'read_tools'));
    const read = page.getByRole('group', { name: 'Read logo.png', exact: true });
    await read.getByRole('button').click();
    const image = read.getByRole('img', { name: 'Image' });
    await expect
      .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
  });

  it('nest the work of a subagent, apart from that of another', async () => {
    const chat = await open();
    const { page } = chat;
    await show(chat, recordedEvents(newestRecorded, 'subagent'));
    await unfoldAll(page);
    const first = page.getByRole('group', { name: 'Agent Count the first', exact: true });
    await first.getByRole('group', { name: 'Bash echo first > first.txt', exact: true }).waitFor();
    expect(await first.getByRole('group', { name: /^Bash echo second/ }).count()).toBe(0);
    await first.getByRole('button', { name: 'Prompt' }).click();
    await first.getByText('first', { exact: false }).first().waitFor();
  });

  it('grow while the input streams, and are replaced by the final call', async () => {
    const chat = await open();
    const { page, host } = chat;
    const events = recordedEvents(newestRecorded, 'bash_tools');
    const start = events.findIndex(event => event.type === 'tool.delta');
    const afterDelta = events.findIndex(
      (event, index) => index > start && event.type !== 'tool.delta',
    );
    await show(chat, events.slice(0, afterDelta));
    const item = folded(events.slice(0, afterDelta)).open?.items.find(one => one.kind === 'tool');
    const group = page.locator('.tool').first();
    await group.waitFor();
    expect(await group.getAttribute('data-status')).toBe('pending');
    await group
      .getByText(item?.kind === 'tool' ? (item.draft?.text ?? '?') : '?')
      .first()
      .waitFor();
    host.emit(...events.slice(afterDelta));
    await page.locator('.tool[data-status=done]').first().waitFor();
    expect(await page.locator('.tool-draft').count()).toBe(0);
  });
});

describe('Arguments stored by the host', () => {
  it('unfold as text and are copied in full', async () => {
    const chat = await open();
    const { page, host } = chat;
    const whole = `Beginning ${'and more '.repeat(500)}end of it`;
    host.answers['blob.read'] = () => ({ kind: 'text', text: whole });
    const stub = { blob: 'blob-1', preview: 'Beginning', length: whole.length };
    const known = { blob: 'mine', preview: 'not a stub', length: 'long' };
    const call: ToolCall = {
      id: 'tool-1' as ToolCallId,
      family: 'other',
      tool: 'Keep',
      title: 'Keep',
      input: { arguments: { note: stub, list: [stub], known } },
      content: [],
      locations: [],
      status: 'done',
    };
    await show(chat, [...startTurn('1', 'Hi'), { type: 'tool.updated', call, at: 0 }]);
    await unfoldAll(page);
    const group = page.getByRole('group', { name: 'Keep' });
    await group.getByText('not a stub').waitFor();
    expect(await group.getByText('blob-1').count()).toBe(0);
    expect(host.called('blob.read')).toEqual([]);
    await group.getByRole('button', { name: 'Copy Arguments' }).click();
    const { text } = await host.waitFor('clipboard.write');
    expect(JSON.parse(text)).toEqual({ note: whole, list: [whole], known });
    await group
      .getByRole('button', { name: /^Show All/ })
      .first()
      .click();
    await group.getByText('end of it').waitFor();
  });
});

describe('Links on cards', () => {
  const links: [version: string, scenario: string, card: string, link: string, Location][] = [
    [
      newestRecorded,
      'edit_tools',
      'Write src/new.js',
      'src/new.js',
      { path: '/workspace/src/new.js' },
    ],
    [oldest, 'search_tools', 'Glob **/*.js', 'src/prices.js', { path: '/workspace/src/prices.js' }],
  ];

  it('open the file, at its line if there is one', async () => {
    const chat = await open();
    const { page, host } = chat;
    for (const [version, scenario, name, link, location] of links) {
      await show(chat, recordedEvents(version, scenario));
      await unfoldAll(page);
      const group = page.getByRole('group', { name, exact: true }).first();
      await group.getByRole('link', { name: link, exact: true }).first().click();
      const { channelId } = host;
      expect(await host.waitFor('file.open'), name).toMatchObject({ channelId, location });
    }
    await show(chat, recordedEvents(newestRecorded, 'read_tools'));
    const part = page.getByRole('group', { name: 'Read src/prices.js', exact: true }).nth(1);
    await part.getByRole('link').click();
    expect(await host.waitFor('file.open')).toEqual({
      channelId: host.channelId,
      location: { path: '/workspace/src/prices.js', line: 3, endLine: 6 },
    });
  });

  it('leave the editor only through the host', async () => {
    const chat = await open();
    const { page, host } = chat;
    await show(chat, recordedEvents(newestRecorded, 'web_tools'));
    await page.getByRole('link', { name: 'Keeping apples through the winter' }).click();
    expect(await host.waitFor('link.open')).toEqual({ url: 'https://fruit.example/apples' });
    await page.getByRole('link', { name: 'fruit.example/missing' }).click();
    expect(await host.waitFor('link.open', 2)).toEqual({ url: 'https://fruit.example/missing' });
    expect(await page.locator('.tool a[href]').count()).toBe(0);
  });
});

describe('The keyboard', () => {
  it('can unfold a card, follow its link, open its diff and copy', async () => {
    const chat = await open();
    const { page, host } = chat;
    await show(chat, recordedEvents(newestRecorded, 'edit_tools'));
    const write = page.getByRole('group', { name: 'Write src/new.js', exact: true }).first();
    const toggle = write.getByRole('button', { name: 'Write details' });
    await toggle.focus();
    expect(await toggle.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Enter');
    await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('Enter');
    await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await host.waitFor('file.open')).toMatchObject({
      location: { path: '/workspace/src/new.js' },
    });
    const focused = () =>
      page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText ?? '');
    for (let step = 0; step < 4 && (await focused()) !== 'Open Diff'; step++) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    const written = host.conversation.turns[0]?.items.find(item => item.kind === 'tool');
    expect(await host.waitFor('edit.openDiff')).toEqual({
      channelId: host.channelId,
      toolId: written?.kind === 'tool' ? written.call.id : '?',
    });
    await show(chat, recordedEvents(newestRecorded, 'bash_tools'));
    await page.getByRole('button', { name: 'Copy Command' }).first().press('Enter');
    expect(await host.waitFor('clipboard.write')).toEqual({ text: 'echo "one"; echo "two" >&2' });
  });
});

/** Each family once: scenarios common to the oldest and newestRecorded version look the same. */
const oneOfEach = recorded
  .filter(
    ([version, scenario]) =>
      version === newestRecorded || /^(?:search_tools|skills)$/.test(scenario),
  )
  .map(([version, scenario]) => [version, scenario] as const);

describe.each(themeRows('light'))('Tool cards in the theme %s', theme => {
  it('have no accessibility finding and fit a narrow view', async () => {
    // As high as the conversation, because elements outside the view are not checked.
    const chat = await open({ theme, width: 260, height: 16_000 });
    await show(chat, recordedTogether(oneOfEach));
    const { page } = chat;
    await unfoldAll(page);
    expect(await page.locator('.tool').count()).toBeGreaterThan(50);
    expect(await axeFindings(page)).toEqual([]);
    const tooWide = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('[role=log], .tool')]
        .filter(element => element.scrollWidth > element.clientWidth)
        .map(element => element.getAttribute('aria-label') ?? element.tagName),
    );
    expect(tooWide).toEqual([]);
  });
});
