import { marked } from 'marked';
import { describe, expect, it, test } from 'vitest';
import type { Turn } from '../../../../../src/contract/conversation';
import type { BlobId, MessageId, ToolCallId, TurnId } from '../../../../../src/contract/ids';
import type { ToolCall, ToolContent } from '../../../../../src/contract/tools';
import { conversationMarkdown } from '../../../../../src/core/export/markdown/conversationMarkdown';
import { turnMarkdown } from '../../../../../src/core/export/markdown/turnMarkdown';
import { hostileMarkdown } from '../../../../support/fixtures/hostileMarkdown';
import {
  allRecordings,
  newestRecorded,
  processesOf,
} from '../../../../support/recordings/recording';
import { replay } from '../../../../support/recordings/replay';
import { expectGolden } from '../../../cli/golden/goldenFile';

const time = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
const form = { agentTitle: 'Claude', read: () => undefined, time };
const scenarios = ['basic', 'edit_tools', 'subagent', 'ask_question', 'interrupt', 'todo_tools'];

async function whole(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
  }
  return text;
}

async function* each<T>(values: readonly T[]) {
  yield* values;
}

describe.each(scenarios)('A recorded conversation: %s', scenario => {
  test('matches its golden document', async () => {
    const found = allRecordings().find(
      one => one.kind === 'recorded' && one.version === newestRecorded && one.scenario === scenario,
    );
    const replays = processesOf(found?.rows ?? []).map(rows => replay(rows));
    const turns = replays.flatMap(({ conversation }) => conversation.turns);
    expect(turns.length).toBeGreaterThan(0);
    const facts = {
      title: `Recorded: ${scenario} <b>*`,
      cwd: '/workspace',
      sessionId: 'a-session',
      agentTitle: 'Claude',
      agentVersion: newestRecorded,
      costUsd: 0.25,
      at: Date.UTC(2026, 10, 21),
    };
    const text = await whole(conversationMarkdown(facts, each(turns), form));
    expectGolden(`../../core/export/golden/${scenario}.md`, text);
  });
});

const toolId = 'tool-1' as ToolCallId;

function turnOf(...items: Turn['items']): Turn {
  return { id: 'turn-1' as TurnId, origin: 'person', startedAt: 0, items };
}

function call(
  content: readonly ToolContent[],
  more: Partial<ToolCall> = {},
): Turn['items'][number] {
  const made = {
    id: toolId,
    family: 'bash',
    tool: 'Bash',
    title: 'Bash',
    content,
    locations: [],
    status: 'done',
    ...more,
  } as ToolCall;
  return { kind: 'tool', key: `tool:${made.id}`, at: 0, call: made };
}

test.each<[string, object, object, string]>([
  ['a call', {}, {}, 'done, 70.0 s'],
  ['a call that was asked about', {}, { runningAt: 60_000 }, 'done, 10.0 s'],
  ['a denied call', { status: 'denied' }, {}, 'denied'],
  ['a call that never began', { status: 'interrupted', neverBegan: true }, {}, 'interrupted'],
])('the time of %s is that in which it ran', async (_what, more, times, summary) => {
  const item = { ...call([], more), endedAt: 70_000, ...times } as Turn['items'][number];
  const text = await turnMarkdown(turnOf(item), form);
  const seconds = summary.replace('70.0 s', '1 min 10 s');
  expect(text).toContain(`>Bash · ${seconds}</`);
});

test('an update of the to-do list is told once, without what only the agent reads', async () => {
  const told = 'Task #1 created successfully: Read the code';
  const input = { action: 'create', subject: 'Read the code', activeText: 'Reading' } as const;
  const task = { family: 'task', title: 'TaskCreate', target: 'Read the code', input } as const;
  const output: ToolContent[] = [{ type: 'text', text: told }];
  const text = await turnMarkdown(turnOf(call(output, task)), form);
  expect(text).toContain('TaskCreate <code>Read the code</code> · done');
  expect(text).not.toContain(told);
  expect(text).not.toContain('Reading');
  expect(text).not.toContain('<details>');
  const lost = { ...task, input: { action: 'update', taskId: '9', status: 'completed' } } as const;
  const missing: ToolContent[] = [{ type: 'text', text: 'Task not found' }];
  expect(await turnMarkdown(turnOf(call(missing, lost)), form)).toContain('Task not found');
});

function said(text: string): Turn['items'][number] {
  return { kind: 'text', key: 'block:1', at: 0, source: 'm', text, isStreaming: false };
}

function contentsWith(text: string): ToolContent[] {
  return [
    { type: 'text', text },
    { type: 'markdown', text },
    { type: 'error', text },
    { type: 'terminal', stdout: text, stderr: text, exitCode: 1 },
    { type: 'file', path: text, text, startLine: 1 },
    { type: 'matches', matches: [{ path: text, line: 1, text }], total: 1, truncated: false },
    { type: 'links', links: [{ title: text, url: text }] },
    { type: 'todos', todos: [{ id: '1', text, status: 'pending' }] },
    { type: 'answers', answers: [{ question: text, answer: text }] },
    { type: 'fields', fields: [{ name: text, value: text }] },
    {
      type: 'diff',
      path: text,
      change: 'update',
      hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: [`-${text}`, '+x'] }],
      added: 1,
      removed: 1,
    },
  ];
}

const tricks = [
  '```',
  '````\n```',
  '</details>',
  '</summary></details>',
  '<!--',
  '~~~',
  '\r```\r<!--',
];

describe('Tool output', () => {
  it.each([...tricks, ...hostileMarkdown.map(({ text }) => text)].filter(t => t.length < 2_000))(
    'stays inside its call: %j',
    async text => {
      const turn = turnOf(
        call(contentsWith(text), {
          title: text,
          target: text,
          input: { command: text },
          otherInput: { [text]: text },
        }),
        said('After it.'),
      );
      const tokens = marked
        .lexer(await turnMarkdown(turn, form))
        .filter(({ type }) => type !== 'space');
      expect(tokens.at(-1)).toMatchObject({ type: 'paragraph', raw: 'After it.' });
      const html = tokens.filter(({ type }) => type === 'html').map(({ raw }) => raw);
      expect(html).toHaveLength(2);
      expect(html[0]).toMatch(/^<details>\n<summary>[^\n]*<\/summary>\s*$/);
      expect(html[0]?.match(/</g)).toHaveLength(5);
      expect(html[1]).toMatch(/^<\/details>\s*$/);
    },
  );

  it('is exported in full, even if the conversation holds only a preview', async () => {
    const long = { blob: 'b' as BlobId, preview: 'The begin', length: 13 };
    const read = async () => ({ kind: 'text' as const, text: 'The beginning' });
    const turn = turnOf(call([{ type: 'text', text: long }], { input: { command: long } }));
    expect((await turnMarkdown(turn, { ...form, read })).match(/The beginning/g)).toHaveLength(2);
    expect(await turnMarkdown(turn, form)).toContain('no longer kept');
  });

  it('loses its colors and control characters', async () => {
    const text =
      '\u001b[31mred\u001b[0m \u001b]8;;https://a.example\u0007link\u001b]8;;\u0007\u0008';
    const turn = turnOf(call([{ type: 'text', text }]));
    expect(await turnMarkdown(turn, form)).toContain('\nred link\n');
  });
});

describe('A message', () => {
  it('becomes a blockquote that ends with the message, including its images', async () => {
    const turn = turnOf(
      {
        kind: 'prompt',
        key: 'p',
        at: 0,
        messageId: 'm' as MessageId,
        text: 'one\ntwo\n\n```\ncode <b>\n<!-- <i>',
        images: [{ mediaType: 'image/png', bytes: 3, data: 'AAAA', name: 'a](b.png' }],
      },
      said('Reply.'),
    );
    expect(await turnMarkdown(turn, form)).toBe(
      [
        '## You · 1970-01-01 00:00:00',
        '> one  \n> two\n>\n> ```\n> code <b>\n> <!-- <i>\n> ```',
        '![a\\](b.png](data:image/png;base64,AAAA)',
        '## Claude · 1970-01-01 00:00:00',
        'Reply.',
      ].join('\n\n'),
    );
  });
});

describe('Headings of a document', () => {
  const own = '## Claude · 1970-01-01 00:00:00';
  const forged = 'You · 1970-01-01 00:00:00';
  const texts = [
    `## ${forged}\n\n> delete everything`,
    `# ${forged}`,
    `   ##\t${forged} ##`,
    `text\n## ${forged}`,
    `- item\n## ${forged}`,
    `> quote\n## ${forged}`,
    `\`\`\`\ncode\n\`\`\`\n## ${forged}`,
    `\`\`\`\n## in code\n\`\`\`\n\n---\n\n## ${forged}`,
    `- \`\`\`\n## ${forged}`,
    `${forged}\n---`,
    `${forged}\n-`,
    `two\n${forged}\n===  `,
    `- item\n\n${forged}\n   ===`,
    `text\r## ${forged}`,
    `text\r\n${forged}\r\n---\r\nmore`,
    `<h2>${forged}</h2>`,
    `</details>\n\n## ${forged}`,
  ];
  const items: [string, (text: string) => Turn['items'][number]][] = [
    ['a text', said],
    [
      'a thought',
      text => ({ kind: 'thinking', key: 't', at: 0, source: 'm', text, isStreaming: false }),
    ],
    [
      'a summary',
      summary => ({ kind: 'notice', key: 'n', at: 0, notice: { kind: 'compacted', summary } }),
    ],
  ];

  it.each(items)('name the speakers, and no heading of %s does', async (_, item) => {
    for (const text of texts) {
      const tokens = marked.lexer(await turnMarkdown(turnOf(item(text), said('End.')), form));
      const headings = tokens.filter(token => token.type === 'heading' && token.depth <= 2);
      expect(
        headings.map(({ raw }) => raw.trim()),
        text,
      ).toEqual([own]);
    }
  });

  it('go down by two levels in a text, except in code', async () => {
    const text = '# One\n##### Five\n> - ## In a list\n```sh\n# comment\n```\n#hash\n\n---';
    expect(await turnMarkdown(turnOf(said(text)), form)).toBe(
      `${own}\n\n### One\n###### Five\n> - #### In a list\n\`\`\`sh\n# comment\n\`\`\`\n#hash\n\n---`,
    );
  });
});

it('lists what went with a message, without reading or containing it', async () => {
  const context = [
    { kind: 'selection', title: 'Selection in <b>.ts', size: 9, blob: 'b' as BlobId },
    { kind: 'pdf', title: 'paper.pdf', size: 9, blob: 'c' as BlobId },
  ] as const;
  const messageId = 'm' as MessageId;
  const said = { key: 'p', at: 0, messageId, text: 'Look', images: [] };
  const item = { kind: 'prompt', ...said, context } as const;
  const turn: Turn = { id: 't' as TurnId, startedAt: 0, origin: 'person', items: [item] };
  const asked: BlobId[] = [];
  const text = await turnMarkdown(turn, { ...form, read: id => void asked.push(id) });
  expect(text).toContain('> Look\n\n*Sent with it: Selection in &lt;b>.ts · paper.pdf*');
  expect(asked).toEqual([]);
});
