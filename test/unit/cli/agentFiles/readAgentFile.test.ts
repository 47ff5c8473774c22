import { describe, expect, it } from 'vitest';
import { type AgentFile, worldOf } from '../../../../src/cli/agentFiles/agentFile';
import { readAgentFile } from '../../../../src/cli/agentFiles/readAgentFile';

interface Row {
  readonly path: string;
  readonly lines: readonly string[];
  /** `code line:start-end`, lines and columns from 0. */
  readonly findings: readonly string[];
  readonly has?: Partial<AgentFile>;
}

const claude = '/p/.claude/agents/a.md';
const github = '/p/.github/agents/a.agent.md';
const prompt = '/p/.github/prompts/a.prompt.md';

const right: readonly Row[] = [
  {
    path: claude,
    lines: ['---', 'name: a', 'description: Reads', '---', 'Read.'],
    findings: [],
    has: { name: 'a', description: 'Reads', body: 'Read.' },
  },
  {
    path: claude,
    lines: [
      ...['---', 'name: a', 'description: b', 'tools: Read, Bash(git:*, x), mcp__s__t'],
      ...['model: haiku', 'permissionMode: plan', 'maxTurns: 3', 'background: true', '---', 'x'],
    ],
    findings: [],
    has: { tools: ['Read', 'Bash(git:*, x)', 'mcp__s__t'], model: 'haiku' },
  },
  {
    path: claude,
    lines: ['---', 'name: a', 'description: b', 'tools: "*"', 'model: inherit', '---', 'x'],
    findings: [],
  },
  {
    path: claude,
    lines: [
      '---',
      'name: a',
      'description: b',
      'disallowedTools: [Write]',
      'hooks:',
      '  Stop: []',
      '---',
      'x',
    ],
    findings: [],
    has: { deniedTools: ['Write'] },
  },
  {
    path: github,
    lines: [
      ...['---', "name: 'API Planner'", 'description: Plans', 'argument-hint: [topic]'],
      ...["tools: ['read', 'search', 'web']", '---', 'Plan.'],
    ],
    findings: [],
    has: {
      name: 'API Planner',
      argumentHint: '[topic]',
      tools: ['Read', 'Grep', 'Glob', 'WebFetch', 'WebSearch'],
    },
  },
  {
    path: '/p/.github/agents/plain-name.md',
    lines: ['---', 'description: Plans', '---', 'Plan.'],
    findings: [],
    has: { world: 'githubAgent', name: 'plain-name', isForUser: true, isForAgents: true },
  },
  {
    path: github,
    lines: [
      '---',
      'description: b',
      'tools: edit/editFiles, github/*, play.wright/click',
      '---',
      'x',
    ],
    findings: [],
    has: {
      tools: ['Edit', 'Write', 'NotebookEdit', 'mcp__github__*', 'mcp__play_wright__click'],
    },
  },
  {
    path: github,
    lines: ['---', 'description: b', 'tools: applyPatch, testFailure, memory', '---', 'x'],
    findings: [],
    has: {
      tools: [
        ...['Edit', 'Write', 'NotebookEdit'],
        ...['mcp__tandem__test_failure', 'mcp__tandem__memory_note'],
      ],
    },
  },
  {
    path: github,
    lines: ['---', 'description: b', 'tools: []', 'model: Auto', '---', 'x'],
    findings: [],
    has: { tools: [] },
  },
  {
    path: github,
    lines: [
      ...['---', 'description: b', 'user-invocable: false'],
      ...['disable-model-invocation: true', '---', 'x'],
    ],
    findings: [],
    has: { isForUser: false, isForAgents: false },
  },
  {
    path: prompt,
    lines: ['Explain ${file} and ${input:focus:what to look at}.'],
    findings: [],
    has: { name: 'a', body: 'Explain ${file} and ${input:focus:what to look at}.' },
  },
  {
    path: prompt,
    lines: [
      ...['---', 'name: review-api', 'description: Reviews', "agent: 'plan'"],
      ...['argument-hint: file', 'tools: [Read]', 'model: claude-opus-4-8', '---', '$ARGUMENTS'],
    ],
    findings: [],
    has: {
      ...{ name: 'review-api', agent: 'plan', argumentHint: 'file' },
      ...{ tools: ['Read'], model: 'claude-opus-4-8' },
    },
  },
  {
    path: prompt,
    lines: ['---', 'description: b', '---', 'Ask $1, then ${selection}.'],
    findings: [],
  },
  // Windows line ends, and a byte order mark.
  {
    path: claude,
    lines: ['\uFEFF---\r', 'name: a\r', 'description: b\r', '---\r', 'x\r'],
    findings: [],
    has: { name: 'a', body: 'x' },
  },
];

const wrong: readonly Row[] = [
  {
    path: claude,
    lines: ['---', 'name: a', 'description: b', 'tools: Reads, Read, Rea', '---', 'x'],
    // A name inside another one is not meant.
    findings: ['tool.unknown 3:7-12', 'tool.unknown 3:20-23'],
  },
  { path: claude, lines: ['Only text'], findings: ['head.missing 0:0-1'] },
  { path: claude, lines: ['---', 'name: a', 'never closed'], findings: ['head.open 0:0-3'] },
  {
    path: claude,
    lines: ['---', 'tools: Read', '---', 'x'],
    findings: ['agent.noName 0:0-3', 'agent.noDescription 0:0-3'],
    has: { name: 'a' },
  },
  {
    path: claude,
    lines: ['---', 'name: My Agent!', 'description: Use this: always', '---', 'x'],
    findings: ['agent.badName 1:6-15', 'head.unquoted 2:0-1000'],
    has: { description: 'Use this: always' },
  },
  {
    path: claude,
    lines: ['---', 'name: a', 'description: b', 'tools: Read, Reed, Wrte', '---', ''],
    findings: ['tool.unknown 3:13-17', 'tool.unknown 3:19-23', 'body.empty 4:0-3'],
    has: { tools: ['Read', 'Reed', 'Wrte'] },
  },
  {
    path: claude,
    lines: [
      '---',
      'name: a',
      'description: b',
      'permissionMode: always',
      'maxTurns: many',
      'background: maybe',
      '---',
      'x',
    ],
    findings: ['value.choice 3:16-22', 'value.type 4:10-14', 'value.type 5:12-17'],
  },
  {
    path: claude,
    lines: [
      '---',
      'name: a',
      'description: b',
      'model: gpt-5',
      'argument-hint: x',
      'colour: red',
      '---',
      'x',
    ],
    findings: ['model.inherits 3:7-12', 'key.elsewhere 4:0-13', 'key.unknown 5:0-6'],
    has: {
      fields: { name: 'a', description: 'b', model: 'gpt-5', 'argument-hint': 'x', colour: 'red' },
    },
  },
  {
    path: claude,
    lines: ['---', 'name: a', 'name: b', 'description: c', '---', 'x'],
    findings: ['key.repeated 2:0-4'],
  },
  {
    path: github,
    lines: ['---', 'name: [a', 'description: b', '---', 'x'],
    findings: ['head.yaml 2:0-1000'],
  },
  {
    path: github,
    lines: ['---', 'tools: ["edit", "azure", "vscode/askQuestions"]', '---', 'x'],
    findings: ['agent.noDescription 0:0-3', 'tool.unknown 1:17-22', 'tool.unknown 1:26-45'],
    has: { tools: ['Edit', 'Write', 'NotebookEdit'] },
  },
  {
    path: github,
    lines: [
      ...[
        '---',
        'description: b',
        'model:',
        '  - GPT-5.2 (copilot)',
        '  - Claude Sonnet 4.5 (copilot)',
      ],
      ...['---', 'x'],
    ],
    findings: ['model.near 4:4-31'],
    has: { model: 'sonnet' },
  },
  {
    path: github,
    lines: [
      '---',
      'description: b',
      'model: GPT-5',
      'infer: false',
      'target: everywhere',
      '---',
      'x',
    ],
    findings: [
      'model.inherits 2:7-12',
      'key.old 3:0-5',
      'key.elsewhere 4:0-6',
      'value.choice 4:8-18',
    ],
    has: { isForAgents: false },
  },
  {
    path: github,
    lines: [
      ...['---', 'description: b', 'tools: [read]', 'agents: [Helper]', 'handoffs:'],
      ...['  - label: Go', '    agent: b', '---', 'x'],
    ],
    findings: ['key.elsewhere 3:0-6', 'tools.noAgent 3:8-16', 'key.elsewhere 4:0-8'],
    has: {
      fields: {
        ...{ description: 'b', tools: ['read'], agents: ['Helper'] },
        handoffs: [{ label: 'Go', agent: 'b' }],
      },
    },
  },
  {
    path: '/p/.github/chatmodes/Old One.chatmode.md',
    lines: ['---', 'description: b', 'tools: {a: b}', '---', 'x'],
    findings: ['file.oldName 0:0-1', 'value.type 2:7-13'],
    has: { name: 'Old One', world: 'githubAgent' },
  },
  {
    path: github,
    lines: ['---', 'description: b', '---', 'x'.repeat(30_001)],
    findings: ['body.long 3:0-1'],
  },
  {
    path: prompt,
    lines: ['---', 'mode: ask', 'description: b', '---', 'About ${input} and ${input:}.'],
    findings: ['key.old 1:0-4', 'prompt.badInput 4:6-14', 'prompt.badInput 4:19-28'],
    has: { agent: 'ask' },
  },
  {
    path: prompt,
    lines: ['---', 'agent: [a]', 'user-invocable: false', '---', ''],
    findings: ['value.type 1:7-10', 'key.elsewhere 2:0-14', 'body.empty 3:0-3'],
  },
  {
    path: prompt,
    lines: ['---', 'tools: [', '---', 'x'],
    findings: ['head.yaml 1:0-1000'],
  },
];

describe('files of agents and prompts', () => {
  it('are at least thirty', () => {
    expect(right.length + wrong.length).toBeGreaterThanOrEqual(30);
  });

  it.each([...right, ...wrong])(
    'are read: $path $lines',
    async ({ path, lines, findings, has }) => {
      const world = worldOf(path) ?? expect.fail();
      const file = await readAgentFile(lines.join('\n'), path, world);
      const shown = file.findings.map(
        ({ code, line, start, end }) => `${code} ${line}:${start}-${end}`,
      );
      expect(shown).toEqual(findings);
      expect(file).toMatchObject(has ?? {});
    },
  );

  it.each(wrong)('say what to do about $path $lines', async ({ path, lines }) => {
    const file = await readAgentFile(lines.join('\n'), path, worldOf(path) ?? expect.fail());
    for (const { text } of file.findings) {
      expect(text).toMatch(/\w.*[.]$/);
    }
  });

  it('keep a hostile head from taking time', async () => {
    const lines = ['---', 'name: a', `description: ${'[{'.repeat(60_000)}`, '---', 'x'];
    const file = await readAgentFile(lines.join('\n'), claude, 'claudeAgent');
    expect(file.name).toBe('a');
  });
});

describe('a path', () => {
  it.each([
    ['/p/.claude/agents/deep/a.md', 'claudeAgent'],
    ['/p/.claude/agents/a.agent.md', 'claudeAgent'],
    ['C:\\p\\.github\\agents\\a.md', 'githubAgent'],
    ['/home/u/.copilot/agents/a.agent.md', 'githubAgent'],
    ['/p/anywhere/a.agent.md', 'githubAgent'],
    ['/p/a.prompt.md', 'prompt'],
    ['/config/agents/a.md', 'claudeAgent'],
    ['/p/.github/prompts/README.md', undefined],
    ['/p/agents/a.md', undefined],
    ['/p/.claude/agents/a.txt', undefined],
  ])('%s belongs to %s', (path, world) => {
    expect(worldOf(path, '/config')).toBe(world);
  });
});

it('reads hostile heads without a flood of texts', async () => {
  const levels = [...'bcdefghij'].map((key, index) => {
    const inner = Array(9).fill(`*${'abcdefghij'[index]}`);
    return `${key}: &${key} [${inner.join(',')}]`;
  });
  const bomb = [
    '---',
    'a: &a [x, x]',
    ...levels,
    'description: d',
    'argument-hint: *j',
    '---',
    'b',
  ];
  const read = await readAgentFile(bomb.join('\n'), '/w/x.prompt.md', 'prompt');
  expect(read).toMatchObject({ argumentHint: '[]', body: 'b' });
  const keys = Array.from({ length: 3_000 }, (_, index) => `k${index}: v`);
  const many = ['---', 'name: a', 'description: d', ...keys, '---', 'b'].join('\n');
  expect((await readAgentFile(many, '/w/a.md', 'claudeAgent')).findings.length).toBeLessThan(600);
});

it('knows no tools by the names of what every object has', async () => {
  const tools = 'tools: [__proto__, constructor, constructor/x, read]';
  const text = ['---', 'description: d', tools, '---', 'b'].join('\n');
  const read = await readAgentFile(text, '/w/x.agent.md', 'githubAgent');
  expect(read.tools).toEqual(['mcp__constructor__x', 'Read']);
});
