import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownAliases, ownCommands, terminalCommands } from '../../src/contract/commands';
import type { Notice } from '../../src/contract/notices';
import { markdownOf } from '../../webview/transcript/commandMarkdown';
import { text } from '../support/api/reply';
import { cliBinary } from '../support/cli/cliBinary';
import { AgentRun } from './support/agentRun';

let run: AgentRun;

beforeAll(async () => {
  run = await AgentRun.start(await cliBinary('newest'));
  run.api.on(() => true, [text('from the model')]);
});
afterAll(() => run.close());

/** Sends a command and returns what it shows; undefined if the model has answered. */
async function answerTo(command: string): Promise<Notice | undefined> {
  await run.turn(`/${command}`);
  expect(run.outcome).toEqual({ kind: 'completed' });
  return run.items.flatMap(item => (item.kind === 'notice' ? [item.notice] : [])).at(-1);
}

/** Answered by the CLI without a terminal, beside those that the model or a page of ours answers. */
const answered = [
  ...['autocompact', 'color', 'context', 'cost', 'goal', 'list-agents', 'output-style', 'recap'],
  ...['reload-plugins', 'reload-skills', 'usage', 'stats'],
];

describe('The commands of Claude Code', () => {
  it('answers about the context in Markdown with a table', async () => {
    const notice = await answerTo('context');
    expect(notice).toMatchObject({ kind: 'commandOutput', command: 'context' });
    const shown = notice?.kind === 'commandOutput' ? notice.text : '';
    expect(shown).toContain('| Category | Tokens |');
    expect(markdownOf(shown)).toBe(shown);
  });

  it('answers about the cost in columns, which stay as they are', async () => {
    const notice = await answerTo('usage');
    const shown = notice?.kind === 'commandOutput' ? notice.text : '';
    expect(shown).toMatch(/cost: {2,}\$/);
    expect(markdownOf(shown)).toBeUndefined();
  });

  it('offers no step of its own dialogs', () => {
    const names = run.folded.summary.choices.commands.map(({ name }) => name);
    expect(names).toContain('context');
    expect(names.filter(name => /^__|launch-exec|auto-mode-setup/.test(name))).toEqual([]);
  });

  /** Not listed, or in the CLI's own list all the same. */
  const unlisted = ['focus', 'radio', 'teleport'];
  const elsewhere = [...terminalCommands, ...unlisted].filter(
    name => !['agents', 'auto-mode-setup', ...answered].includes(name),
  );
  it.each(elsewhere)('says that /%s needs a terminal', async name => {
    expect(await answerTo(name)).toMatchObject({ kind: 'terminalOnly', command: name });
  });

  const ours = [...ownCommands, ...Object.values(ownAliases).flat()];
  /** Ours, though Claude Code answers to the same word. */
  const both = [
    ...['config', 'settings', 'effort', 'fast', 'mcp', 'model', 'new', 'mode', 'tools'],
    ...['agents', 'context', 'cost', 'output-style', 'usage'],
  ];
  /** Ours, and unknown to Claude Code. */
  const onlyOurs = ['account'];
  it.each(ours.filter(name => !both.includes(name) && !onlyOurs.includes(name)))(
    'has a page of ours for /%s, which needs a terminal',
    async name => {
      expect(await answerTo(name)).toMatchObject({ kind: 'terminalOnly', command: name });
    },
  );

  it.each(answered)('answers /%s in words, without tags or control characters', async name => {
    const notice = await answerTo(name);
    const shown = notice?.kind === 'commandOutput' ? notice.text : '';
    // Some have nothing to say yet, and let the model speak.
    expect(shown || run.text).not.toBe('');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for.
    expect(shown).not.toMatch(/<local-command|[\u0000-\u0008\u001b]|^\s*[{[]/);
  });
});
