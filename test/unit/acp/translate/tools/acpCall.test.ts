import { describe, expect, test } from 'vitest';
import { Agent, call, callUpdate, cwd, said } from '../agent';

/** Returns the call that a single announcement makes. */
function shown(wire: object) {
  return new Agent().asked().says(call('1', wire)).call;
}

describe('calls of known agents', () => {
  test.each([
    [
      'a command of Claude Code',
      {
        ...{ kind: 'execute', title: '`npm test`', status: 'completed' },
        _meta: { claudeCode: { toolName: 'Bash' } },
        rawInput: {
          command: 'npm test\nnpm run lint',
          description: 'Run the tests',
          timeout: 5000,
        },
        content: [said('```console\nok 1\n```')],
      },
      {
        ...{ family: 'bash', tool: 'Bash', title: 'Run', target: 'npm test', status: 'done' },
        input: { command: 'npm test\nnpm run lint', description: 'Run the tests', timeoutMs: 5000 },
        content: [{ type: 'terminal', stdout: 'ok 1', stderr: '' }],
      },
    ],
    [
      'a command of Codex',
      {
        ...{ kind: 'execute', title: 'ls -la', status: 'completed' },
        rawInput: { command: ['bash', '-lc', 'ls -la'], cwd, call_id: 'c', parsed_cmd: [] },
        rawOutput: { aggregated_output: 'a.txt\n', exit_code: 2, stderr: 'x', stdout: 'y' },
      },
      {
        ...{ family: 'bash', target: 'ls -la', input: { command: 'ls -la' } },
        content: [{ type: 'terminal', stdout: 'a.txt\n', stderr: '', exitCode: 2 }],
      },
    ],
    [
      'a command of opencode',
      {
        ...{ kind: 'execute', title: 'bash', name: 'bash', status: 'completed' },
        rawInput: { command: 'ls', description: 'Lists' },
        rawOutput: { output: 'a.txt', metadata: { exit: 0 } },
      },
      { family: 'bash', content: [{ type: 'terminal', stdout: 'a.txt', stderr: '', exitCode: 0 }] },
    ],
    [
      'a command of Gemini, which only its title names',
      { kind: 'execute', title: 'npm test [in /x]' },
      { family: 'bash', target: 'npm test [in /x]', input: { command: 'npm test [in /x]' } },
    ],
    [
      'a read of lines',
      {
        ...{ kind: 'read', title: 'Read a.ts', status: 'completed' },
        rawInput: { file_path: `${cwd}/a.ts`, offset: 5, limit: 2 },
        content: [said('```ts\n     5→let a;\n     6→let b;\n```')],
        locations: [{ path: `${cwd}/a.ts`, line: 5 }],
      },
      {
        ...{ family: 'read', title: 'Read', target: 'a.ts' },
        input: { path: `${cwd}/a.ts`, offset: 5, limit: 2 },
        content: [{ type: 'file', path: `${cwd}/a.ts`, text: 'let a;\nlet b;', startLine: 5 }],
        locations: [{ path: `${cwd}/a.ts`, line: 5 }],
      },
    ],
    [
      'a read of Gemini, with its path in the locations only',
      { kind: 'read', title: 'a.ts', locations: [{ path: 'a.ts', line: 0 }] },
      { family: 'read', input: { path: `${cwd}/a.ts` }, locations: [{ path: `${cwd}/a.ts` }] },
    ],
    [
      'what Gemini says that it has read',
      {
        ...{ kind: 'read', title: 'a.ts', locations: [{ path: '/a.ts' }] },
        content: [said('Read lines 1-20 of 80 from a.ts')],
      },
      { content: [{ type: 'markdown', text: 'Read lines 1-20 of 80 from a.ts' }] },
    ],
    [
      'a search of Gemini, which only its title describes',
      { kind: 'search', title: "'TODO' within src", locations: [{ path: '/src' }] },
      { family: 'grep', target: "'TODO' within src" },
    ],
    [
      'an edit of Gemini, as a whole file',
      {
        ...{ kind: 'edit', title: 'a.ts: x => y' },
        content: [
          { type: 'diff', path: `${cwd}/a.ts`, oldText: 'a\nx\nb\n', newText: 'a\ny\nb\n' },
        ],
      },
      {
        ...{ family: 'edit', title: 'Edit', target: 'a.ts' },
        input: { path: `${cwd}/a.ts`, edits: [{ oldText: 'a\nx\nb\n', newText: 'a\ny\nb\n' }] },
        content: [
          {
            ...{ type: 'diff', path: `${cwd}/a.ts`, change: 'update', added: 1, removed: 1 },
            hunks: [
              {
                ...{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 3 },
                lines: [' a', '-x', '+y', ' b'],
              },
            ],
          },
        ],
      },
    ],
    [
      'a part of a file, which begins at its location',
      {
        ...{ kind: 'edit', rawInput: { file_path: 'a.ts', old_string: 'x', new_string: 'y' } },
        content: [{ type: 'diff', path: `${cwd}/a.ts`, oldText: 'x', newText: 'y' }],
        locations: [{ path: `${cwd}/a.ts`, line: 12 }],
      },
      {
        ...{
          family: 'edit',
          input: { path: `${cwd}/a.ts`, edits: [{ oldText: 'x', newText: 'y' }] },
        },
        content: [{ hunks: [{ oldStart: 12, newStart: 12, lines: ['-x', '+y'] }] }],
      },
    ],
    [
      'a new file',
      { kind: 'edit', content: [{ type: 'diff', path: '/a/b.ts', newText: 'one\n' }] },
      {
        family: 'write',
        input: { path: '/a/b.ts', content: 'one\n' },
        content: [{ change: 'create' }],
      },
    ],
    [
      'an edit with the real lines in the result of Claude Code',
      {
        ...{
          kind: 'edit',
          status: 'completed',
          rawInput: { file_path: '/a', old_string: 'x', new_string: 'y' },
        },
        _meta: {
          claudeCode: {
            toolName: 'Edit',
            toolResponse: {
              filePath: '/a',
              structuredPatch: [
                { oldStart: 40, oldLines: 1, newStart: 40, newLines: 1, lines: ['-x', '+y'] },
              ],
            },
          },
        },
      },
      { family: 'edit', content: [{ hunks: [{ oldStart: 40 }], added: 1, removed: 1 }] },
    ],
    [
      'a search',
      { kind: 'search', rawInput: { pattern: 'TODO', path: 'src', include: '*.ts' } },
      {
        ...{ family: 'grep', title: 'Search', target: 'TODO' },
        input: { pattern: 'TODO', path: `${cwd}/src`, glob: '*.ts' },
      },
    ],
    [
      'a command in two members',
      { kind: 'execute', rawInput: { executable: 'bun', args: ['run', 'check'] } },
      { family: 'bash', target: 'bun run check', input: { command: 'bun run check' } },
    ],
    [
      'a tool that its input names',
      { title: 'Read `/a.ts`', rawInput: { variant: 'ReadFile', target_file: '/a.ts' } },
      { family: 'read', target: '/a.ts', input: { path: '/a.ts' } },
    ],
    [
      'a tool of Qwen Code, by its name',
      { kind: 'search', _meta: { toolName: 'glob' }, rawInput: { pattern: '**/*.ts' } },
      { family: 'glob', tool: 'glob', title: 'Find files', target: '**/*.ts' },
    ],
    [
      'a page',
      { kind: 'fetch', rawInput: { prompt: 'Sum up https://example.com/a please' } },
      { family: 'webFetch', target: 'example.com/a', input: { url: 'https://example.com/a' } },
    ],
    [
      'a search of the web',
      { kind: 'fetch', name: 'google_web_search', rawInput: { query: 'acp' } },
      { family: 'webSearch', target: 'acp', input: { query: 'acp' } },
    ],
    [
      'a list of steps',
      {
        kind: 'think',
        name: 'todowrite',
        rawInput: { todos: [{ content: 'One', status: 'completed' }] },
      },
      { family: 'todoWrite', input: { todos: [{ id: '1', text: 'One', status: 'completed' }] } },
    ],
    [
      'a subagent',
      {
        ...{ kind: 'think', _meta: { claudeCode: { toolName: 'Task' } } },
        rawInput: { description: 'Review', prompt: 'Look at it', subagent_type: 'critic' },
        content: [said('**Fine.**')],
      },
      {
        ...{ family: 'agent', title: 'Agent', target: 'Review' },
        input: { description: 'Review', prompt: 'Look at it', agentType: 'critic' },
        content: [{ type: 'markdown', text: '**Fine.**' }],
      },
    ],
    [
      'a tool of a server',
      { kind: 'other', name: 'mcp__github__create_issue', rawInput: { title: 'x' } },
      {
        ...{ family: 'mcp', title: 'github: create_issue' },
        input: { server: 'github', tool: 'create_issue', arguments: { title: 'x' } },
      },
    ],
    [
      'a plan',
      { kind: 'switch_mode', title: 'Ready to code?', rawInput: { plan: '# Plan' } },
      { family: 'plan', input: { plan: '# Plan' } },
    ],
    [
      'a tool that nobody knows',
      {
        ...{ title: 'Water the\nplants', rawInput: { amount: 3 }, status: 'completed' },
        rawOutput: { moisture: 0.5, room: { name: 'hall' } },
      },
      {
        ...{ family: 'other', title: 'Water the plants', input: { arguments: { amount: 3 } } },
        content: [
          {
            type: 'fields',
            fields: [
              { name: 'moisture', value: '0.5' },
              { name: 'room', value: '{\n  "name": "hall"\n}' },
            ],
          },
        ],
      },
    ],
    [
      'the result of a server, in blocks',
      { rawOutput: { content: [{ type: 'text', text: 'Done.' }] } },
      { content: [{ type: 'markdown', text: 'Done.' }] },
    ],
    [
      'a failure',
      {
        ...{ status: 'failed', rawInput: { file_path: '/a' }, kind: 'read' },
        content: [said('```\n<tool_use_error>No such file</tool_use_error>\n```')],
      },
      { family: 'read', status: 'failed', content: [{ type: 'error', text: 'No such file' }] },
    ],
    [
      'a deletion',
      { kind: 'delete', title: 'Delete a.ts', locations: [{ path: '/x/a.ts' }] },
      { family: 'other', title: 'Delete a.ts', target: '/x/a.ts' },
    ],
  ])('%s', (_name, wire, expected) => {
    expect(shown(wire)).toMatchObject(expected);
  });
});

test('opencode names a tool by its first title', () => {
  const agent = new Agent()
    .asked()
    .says(
      call('1', { kind: 'search', title: 'glob' }),
      callUpdate('1', { title: 'src', rawInput: { pattern: 'src/*' } }),
    );
  expect(agent.call).toMatchObject({ family: 'glob', target: 'src/*' });
});

describe('content', () => {
  test('of each kind has a form of its own', () => {
    const image = { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' };
    const block = (content: object) => ({ type: 'content', content });
    const { content } = shown({
      content: [
        block(image),
        block({ type: 'image', data: 'AAAA', mimeType: 'image/tiff' }),
        block({ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }),
        block({ type: 'resource_link', uri: 'https://example.com', name: 'Page' }),
        block({ type: 'resource_link', uri: `file://${cwd}/my%20file.ts`, name: 'my file.ts' }),
        block({ type: 'resource', resource: { uri: 'file:///a.ts', text: 'let a;' } }),
        block({ type: 'resource', resource: { uri: 'db://row', text: 'row' } }),
        block({ type: 'resource', resource: { uri: 'db://blob', blob: 'AAAA' } }),
        block({ type: 'text', text: '```\nplain\n```' }),
        { type: 'hologram', size: 3 },
      ],
    });
    expect(content).toEqual([
      { type: 'text', text: 'plain' },
      { type: 'image', image: { mediaType: 'image/png', bytes: 8, data: 'iVBORw0KGgo=' } },
      { type: 'text', text: 'An image (image/tiff, 1 kB), which cannot be shown here' },
      { type: 'text', text: 'Audio (audio/wav, 1 kB), which cannot be played here' },
      { type: 'links', links: [{ title: 'Page', url: 'https://example.com' }] },
      { type: 'matches', matches: [{ path: `${cwd}/my file.ts` }], total: 1, truncated: false },
      { type: 'file', path: '/a.ts', text: 'let a;', startLine: 1 },
      { type: 'text', text: 'row' },
      { type: 'text', text: 'Content of db://blob, which cannot be shown here' },
      {
        type: 'fields',
        fields: [
          { name: 'type', value: 'hologram' },
          { name: 'size', value: '3' },
        ],
      },
    ]);
  });

  test('is bounded', () => {
    const long = 'x'.repeat(3_000_000);
    const { content, title, input } = shown({
      title: long,
      rawInput: { command: long },
      kind: 'execute',
      rawOutput: { output: long },
    });
    expect(title.length).toBeLessThan(600);
    expect(JSON.stringify(input).length).toBeLessThan(1_100_000);
    expect(JSON.stringify(content).length).toBeLessThan(1_100_000);
  });

  test('a change too large to compare has no hunks', () => {
    const lines = Array.from({ length: 400_000 }, (_, index) => `line ${index}`);
    const oldText = lines.join('\n');
    const newText = lines.toReversed().join('\n');
    const { content } = shown({
      kind: 'edit',
      content: [{ type: 'diff', path: '/a', oldText, newText }],
    });
    expect(content).toMatchObject([{ type: 'diff', hunks: [] }]);
  });
});

describe('terminals', () => {
  test('of the client are shown as they change', () => {
    const agent = new Agent().asked().says(
      call('1', {
        kind: 'execute',
        title: 'ls',
        content: [{ type: 'terminal', terminalId: 't' }],
      }),
    );
    agent.take(agent.translator.terminalChanged('t', { text: 'a\n' }));
    expect(agent.call.content).toMatchObject([{ type: 'terminal', stdout: 'a\n' }]);
    agent.take(
      agent.translator.terminalChanged('t', { text: 'a\nb\n', exit: { code: 3, signal: null } }),
    );
    expect(agent.call.content).toEqual([
      { type: 'terminal', stdout: 'a\nb\n', stderr: '', exitCode: 3 },
    ]);
  });

  test('that an adapter reports by _meta add up', () => {
    const output = (data: string) => ({ terminal_output: { terminal_id: '1', data } });
    const agent = new Agent().asked().says(
      call('1', {
        kind: 'execute',
        title: 'ls',
        content: [{ type: 'terminal', terminalId: '1' }],
      }),
      callUpdate('1', { _meta: output('one ') }),
      callUpdate('1', { _meta: output('two') }),
      callUpdate('1', {
        _meta: { terminal_exit: { terminal_id: '1', exit_code: 1 } },
        status: 'failed',
      }),
    );
    expect(agent.call.content).toEqual([
      { type: 'terminal', stdout: 'one two', stderr: '', exitCode: 1 },
    ]);
  });
});

describe('what a call does to files', () => {
  const use = (wire: object) => new Agent().asked().says(call('1', wire)).translator.toolUse('1');

  test.each([
    [
      'an edit names its files once',
      {
        ...{ kind: 'edit', rawInput: { path: 'a.ts' } },
        content: [{ type: 'diff', path: `${cwd}/a.ts`, newText: 'x' }],
        locations: [{ path: 'b.ts' }],
      },
      { edits: [`${cwd}/a.ts`, `${cwd}/b.ts`], reads: [`${cwd}/a.ts`, `${cwd}/b.ts`] },
    ],
    [
      'a command may change any file',
      { kind: 'execute', rawInput: { command: 'x', run_in_background: true } },
      { edits: [], reads: [], command: { isBackground: true } },
    ],
    [
      'an edit of unknown files is like a command',
      { kind: 'edit' },
      { edits: [], command: { isBackground: false } },
    ],
    [
      'a move has two paths',
      { kind: 'move', rawInput: { source: 'a', destination: '/b' } },
      { edits: [`${cwd}/a`, '/b'] },
    ],
    ['a read', { kind: 'read', rawInput: { path: '/a' } }, { edits: [], reads: ['/a'] }],
    [
      'a path with control characters is none',
      { kind: 'read', rawInput: { path: '/a\u0000b' } },
      { reads: [] },
    ],
  ])('%s', (_name, wire, expected) => {
    expect(use(wire)).toMatchObject(expected);
    expect(use(wire)?.command).toEqual('command' in expected ? expected.command : undefined);
  });

  test('an unseen call has none', () => {
    expect(new Agent().translator.toolUse('?')).toBeUndefined();
  });
});
