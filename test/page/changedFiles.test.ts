import { describe, expect, it } from 'vitest';
import type { ConversationEvent } from '../../src/contract/events';
import type { FileUpdate } from '../../src/contract/fileUpdates';
import type { ToolCallId } from '../../src/contract/ids';
import type { ToolCall } from '../../src/contract/tools';
import { axeFindings } from './harness/axeFindings';
import { bashCall, startTurn } from './harness/story';
import { themeRows } from './harness/themeRows';
import { useChat } from './harness/useChat';

const open = useChat();
const cwd = '/work/space';
const at = 0;

const begin: ConversationEvent[] = [{ type: 'session.changed', cwd }, ...startTurn('1', 'Go on')];

const editCall: ToolCall = {
  ...{ id: 'edit' as ToolCallId, family: 'edit', tool: 'Edit', title: 'Edit', target: 'src/a.ts' },
  input: { path: `${cwd}/src/a.ts`, edits: [{ oldText: 'a', newText: 'b', replaceAll: false }] },
  ...{ content: [], locations: [], status: 'done' },
};

const readCall: ToolCall = {
  ...{ id: 'read' as ToolCallId, family: 'read', tool: 'Read', title: 'Read', target: 'src/a.ts' },
  input: { path: `${cwd}/src/a.ts` },
  ...{ content: [], locations: [], status: 'done' },
};

const called = (call: ToolCall): ConversationEvent => ({ type: 'tool.updated', call, at });

function updated(toolId: string, path: string, more: Partial<FileUpdate> = {}): ConversationEvent {
  const update: FileUpdate = {
    ...{ toolId: toolId as ToolCallId, path: `${cwd}/${path}`, status: 'updated' },
    ...{ added: 1, removed: 0 },
    ...more,
  };
  return { type: 'file.updated', update };
}

const command = { via: 'command' } as const;

/** A command that changed files in every possible way. */
const changing: ConversationEvent[] = [
  called(bashCall('bash', 'npm run build', 'done')),
  updated('bash', 'dist/new.js', { ...command, status: 'created', added: 12 }),
  updated('bash', 'src/a.ts', {
    ...{ ...command, added: 2, removed: 3, isUncertain: true },
    ...{ note: 'Another conversation works on it.', problems: { errors: 0, warnings: 2 } },
  }),
  updated('bash', 'old.txt', { ...command, status: 'deleted', added: 0, removed: 4 }),
  updated('bash', 'logo.png', { ...command, added: 0, detail: 'It is not a text file.' }),
];

const warned: ConversationEvent[] = [
  called(readCall),
  {
    ...{ type: 'tool.noted', toolId: 'read' as ToolCallId },
    note: 'src/a.ts has unsaved changes that could not be saved: no space left.',
  },
];

const edited: ConversationEvent[] = [
  called(editCall),
  updated('edit', 'src/a.ts', {
    ...{ problems: { errors: 3, warnings: -1 }, isUncertain: true },
    note: 'The conversation "Tests" edited it a minute ago.',
  }),
];

describe('The card of an edit', () => {
  it('shows which problems came and went, and notes about the file', async () => {
    const { page, host } = await open();
    host.emit(...begin, ...edited);
    const card = page.getByRole('group', { name: 'Edit src/a.ts' });
    await card.getByText('+3 errors, −1 warning in the editor').waitFor();
    await card.getByText('The conversation "Tests" edited it a minute ago.').waitFor();
    await card.getByText('Origin uncertain').waitFor();
  });

  it('omits kinds of problems whose count stayed the same', async () => {
    const { page, host } = await open();
    const problems = { errors: -1, warnings: 0 };
    host.emit(...begin, called(editCall), updated('edit', 'src/a.ts', { problems }));
    const card = page.getByRole('group', { name: 'Edit src/a.ts' });
    await card.getByText('−1 error in the editor').waitFor();
    expect(await card.innerText()).not.toContain('warning');
  });
});

describe('A folded card', () => {
  it("still shows the host's notes about the call", async () => {
    const { page, host } = await open();
    host.emit(...begin, ...warned);
    const card = page.getByRole('group', { name: 'Read src/a.ts' });
    await card.getByText('could not be saved: no space left.').waitFor();
    expect(await card.getByRole('button').getAttribute('aria-expanded')).toBe('false');
  });
});

describe('The card of a command', () => {
  it('lists the files that the command changed, with a link to each file and its diff', async () => {
    const { page, host } = await open();
    host.emit(...begin, ...changing);
    const card = page.getByRole('group', { name: 'Bash npm run build' });
    await card.getByText('4 files').waitFor();
    const rows = card.getByRole('list', { name: 'Changed files' }).getByRole('listitem');
    const texts = await rows.allInnerTexts();
    for (const [index, parts] of [
      ['dist/new.js', 'created', '+12'],
      [
        ...['src/a.ts', 'updated', '+2', '−3', '+2 warnings', 'Open Diff'],
        ...['Origin uncertain', 'Another conversation works on it.'],
      ],
      ['old.txt', 'deleted', '−4'],
      ['logo.png', 'updated', 'Open Diff', 'It is not a text file.'],
    ].entries()) {
      expect(texts[index]).toMatch(new RegExp(parts.join('[^]*').replaceAll('+', '\\+')));
    }
    await card.getByRole('link', { name: 'dist/new.js' }).click();
    const location = { path: `${cwd}/dist/new.js` };
    expect(await host.waitFor('file.open')).toMatchObject({ location });
    expect(await rows.nth(2).getByRole('link').count()).toBe(0);
    await card.getByRole('button', { name: 'Open diff of src/a.ts' }).press('Enter');
    expect(await host.waitFor('edit.openDiff')).toEqual({
      ...{ channelId: host.channelId, toolId: 'bash', path: `${cwd}/src/a.ts` },
    });
  });

  it('folds a long list and shows why the changes are unknown', async () => {
    const { page, host } = await open();
    const many = Array.from({ length: 20 }, (_, index) => updated('bash', `f${index}.js`, command));
    host.emit(...begin, called(bashCall('bash', 'make', 'done')), ...many);
    const note = 'What it changed is not known: there are too many files here.';
    host.emit({ type: 'tool.noted', toolId: 'bash' as ToolCallId, note });
    const card = page.getByRole('group', { name: 'Bash make' });
    const rows = card.getByRole('list', { name: 'Changed files' }).getByRole('listitem');
    await card.getByText(note).waitFor();
    expect(await rows.count()).toBe(8);
    await card.getByRole('button', { name: 'Show all 20 files' }).click();
    await expect.poll(() => rows.count()).toBe(20);
  });
});

describe.each(themeRows('light'))('The cards of changed files in the theme %s', theme => {
  it('have no accessibility finding and fit a narrow view', async () => {
    const { page, host } = await open({ theme, width: 260, height: 3_000 });
    host.emit(...begin, ...edited, ...warned, ...changing);
    await page.getByRole('list', { name: 'Changed files' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const wide = await page
      .locator('.tool')
      .evaluateAll(cards =>
        cards
          .filter(card => card.scrollWidth > card.clientWidth)
          .map(card => card.getAttribute('aria-label')),
      );
    expect(wide).toEqual([]);
  });
});
