import type { Page } from 'playwright-core';
import type { ConversationEvent } from '../../../../src/contract/events';
import type { MessageId, TaskId, ToolCallId } from '../../../../src/contract/ids';
import type { Mention, MentionItem } from '../../../../src/contract/mentions';
import type { ScriptedHost } from '../../harness/scriptedHost';
import { opened, permissionFor } from '../../harness/story';
import { conversation } from './conversation';
import { at, talk, working } from './samples';

const group = 'Message box';
const box = (page: Page) => page.getByRole('textbox', { name: 'Message' });

const file: Mention = {
  ...{ token: '@src/parse.ts', label: 'parse.ts' },
  target: { kind: 'file', path: 'src/parse.ts' },
};
const item = (path: string, more: Partial<MentionItem> = {}): MentionItem => ({
  mention: {
    ...{ token: `@${path}`, label: path.slice(path.lastIndexOf('/') + 1) },
    target: { kind: 'file', path },
  },
  ...{ icon: 'file', detail: path.slice(0, path.lastIndexOf('/')) },
  ...more,
});
const found: readonly MentionItem[] = [
  item('src/parse.ts', { group: 'open' }),
  item('src/report/table.ts', { group: 'open' }),
  item('test/parse.test.ts'),
  {
    mention: { token: '@branch:main', label: 'main', target: { kind: 'branch', name: 'main' } },
    icon: 'git-branch',
  },
];
const commands: ConversationEvent = {
  type: 'commands.changed',
  commands: [
    {
      ...{ name: 'compact', argumentHint: '<what to keep>', source: 'builtIn' },
      description: 'Frees context by summarizing the conversation so far',
    },
    { name: 'clear', description: 'Starts anew', aliases: ['reset'], source: 'builtIn' },
    { name: 'deploy', description: 'Deploys the app to staging', source: 'project' },
  ],
  terminalCommands: ['doctor'],
};
const beside: readonly ConversationEvent[] = [
  {
    type: 'review.changed',
    review: { files: 12, added: 1_234, removed: 567, tools: ['t1' as ToolCallId] },
  },
  {
    type: 'todos.changed',
    todos: ['Read the parser', 'Add the flag', 'Write a test', 'Mention it in the help text'].map(
      (text, index) => ({
        ...{ id: String(index), text },
        status: index < 1 ? 'completed' : index === 1 ? 'in_progress' : 'pending',
      }),
    ),
  },
  {
    type: 'task.changed',
    task: {
      ...{ id: 'b1' as TaskId, kind: 'shell', title: 'Dev server', startedAt: at },
      ...{ isBackground: true, status: 'running', stop: 'task', hasOutput: true },
    },
  },
];
const queue = ['Then commit the change', 'And open a pull request'].map(text => ({
  ...{ id: text as MessageId, text, images: [] },
}));
const queued = (more = {}): ConversationEvent => ({ type: 'queue.changed', queue, ...more });
const everything = [
  ...[...talk, ...working, ...beside, queued()],
  ...opened(permissionFor('p', 'npm test '.repeat(12))),
];

function front(host: ScriptedHost): void {
  host.send('front.changed', {
    channelId: host.channelId,
    front: {
      ...{ id: 'front-1', kind: 'selection', path: 'src/parse.ts', tokens: 140 },
      lines: { start: 5, end: 10 },
    },
  });
}

async function picker(page: Page, name: RegExp): Promise<void> {
  await page.locator('.toolbar').getByRole('button', { name }).click();
  await page.getByRole('listbox').first().waitFor();
}

/** The message box, what opens from it, and what lies above it. */
export const composerStates = [
  conversation('draft', group, talk, async page => {
    await box(page).fill('Add a --json flag\nwith a test\nand a line in the help text');
  }),
  conversation('draft-long', group, talk, async page => {
    await box(page).fill('line\n'.repeat(60));
  }),
  conversation(
    'draft-with-chips',
    group,
    talk,
    async (page, host) => {
      front(host);
      await page.locator('.front-chip').waitFor();
    },
    {
      prepare: host => {
        host.draft = {
          ...{ text: 'Explain @src/parse.ts to me', images: [], mentions: [file] },
          attachments: [
            { id: 'a', name: 'notes.md', kind: 'text', origin: 'file', text: 'notes '.repeat(90) },
          ],
        };
      },
    },
  ),
  conversation('list-of-modes', group, talk, page => picker(page, /^Permission mode:/)),
  conversation('list-of-models', group, talk, page => picker(page, /^Model:/)),
  conversation('list-of-commands', group, [...talk, commands], async page => {
    await box(page).focus();
    await page.keyboard.type('/');
    await page.getByRole('listbox', { name: 'Commands' }).waitFor();
  }),
  conversation(
    'list-of-mentions',
    group,
    talk,
    async page => {
      await box(page).focus();
      await page.keyboard.type('@');
      await page.getByRole('listbox', { name: 'Mentions' }).waitFor();
    },
    {
      prepare: host => {
        host.answers['mentions.find'] = () => ({ items: found, isPartial: false });
      },
    },
  ),
  conversation('shell-line-typed', group, talk, async page => {
    await box(page).focus();
    await page.keyboard.type('!git status');
    await page.locator('.shell-hint').waitFor();
  }),
  conversation('queue', group, [...talk, ...working, queued()], page =>
    page.getByRole('list', { name: 'Queued messages' }).waitFor(),
  ),
  conversation(
    'queue-paused',
    group,
    [...talk, queued({ isHeld: true, heldBecause: 'turnFailed' })],
    page => page.getByRole('button', { name: 'Resume' }).waitFor(),
  ),
  conversation('strip', group, [...talk, ...working, ...beside], page =>
    page.locator('.strip').waitFor(),
  ),
  conversation('strip-open', group, [...talk, ...working, ...beside], async page => {
    await page.locator('.strip-toggle').click();
    await page.locator('.strip-panel').waitFor();
  }),
  conversation('everything', group, everything, page =>
    page.locator('[data-outcome=open] button[aria-disabled="false"]').first().waitFor(),
  ),
  conversation('dictation', group, talk, async (page, host) => {
    await page.getByRole('button', { name: 'Dictate', exact: true }).click();
    const { id } = (await host.waitFor('speech.start')) as { id: string };
    for (const event of [
      { kind: 'recording' },
      { kind: 'level', level: 0.5, seconds: 65 },
      { kind: 'heard', text: 'add a flag' },
    ] as const) {
      host.send('speech.reported', { id, event });
    }
    await page.getByText('1:05').waitFor();
  }),
];
