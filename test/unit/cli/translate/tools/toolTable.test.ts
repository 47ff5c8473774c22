import { describe, expect, test } from 'vitest';
import { wholeHunk } from '../../../../../src/cli/translate/tools/lineDiff';
import { mcpTool } from '../../../../../src/cli/translate/tools/otherTools';
import { specOf } from '../../../../../src/cli/translate/tools/toolTable';
import type { ToolContent } from '../../../../../src/contract/tools';
import { readContent, textOf } from '../../../../../src/protocol/blocks';

const cwd = '/w';

/** Returns a tool result as displayed, from its text and from its structured form. */
function shown(
  tool: string,
  input: object,
  wire: unknown,
  structured?: unknown,
): ToolContent[] | undefined {
  const content = readContent(wire);
  const result = { content, text: textOf(content), structured, input: { ...input }, cwd };
  return specOf(tool).content?.(result);
}

describe('tool names', () => {
  test.each([
    ['Task', 'agent'],
    ['Agent', 'agent'],
    ['BashOutput', 'shellOutput'],
    ['TaskOutput', 'shellOutput'],
    ['KillShell', 'shellStop'],
    ['TaskStop', 'shellStop'],
    ['LS', 'list'],
    ['MultiEdit', 'edit'],
    ['SlashCommand', 'slashCommand'],
    ['mcp__github__create_issue', 'mcp'],
    ['mcp__a_b__c__d', 'mcp'],
    ['mcp__', 'other'],
    ['Tomorrow', 'other'],
    ['constructor', 'other'],
    ['__proto__', 'other'],
  ])('%s belongs to the family %s', (name, family) => {
    expect(specOf(name).family).toBe(family);
  });
});

describe('the target of a tool call', () => {
  const target = (tool: string, input: object, folder = cwd) =>
    specOf(tool).target?.({ ...input }, folder);

  test.each<[string, object, string | undefined]>([
    ['Read', { file_path: '/w/src/a.ts' }, 'src/a.ts'],
    ['Read', { file_path: '/elsewhere/a.ts' }, '/elsewhere/a.ts'],
    ['Read', { file_path: '/work/a.ts' }, '/work/a.ts'],
    ['Read', {}, undefined],
    ['Read', { file_path: 7 }, undefined],
    ['Bash', { command: '\n  npm test\nmore' }, 'npm test'],
    ['WebFetch', { url: 'https://example.org/a/b?c=d' }, 'example.org/a/b?c=d'],
    ['WebSearch', { query: 'apples' }, 'apples'],
    ['Grep', { pattern: 'a.*b' }, 'a.*b'],
    ['mcp__tandem__references', { symbol: 'useDraft', path: '/w/a.ts' }, 'useDraft'],
    ['mcp__tandem__problems', { path: '/w/src/a.ts' }, 'src/a.ts'],
    ['mcp__tandem__rename_preview', { symbol: 'a', newName: 'b' }, 'a → b'],
    ['mcp__tandem__open_editors', {}, undefined],
    ['mcp__other__references', { symbol: 'useDraft' }, undefined],
    ['TaskUpdate', { taskId: '3' }, '#3'],
    ['BashOutput', { bash_id: 'b1' }, 'b1'],
    ['TaskOutput', { task_id: 't1' }, 't1'],
    ['Skill', { skill: 'haiku' }, 'haiku'],
  ])('for %s %j is %j', (tool, input, expected) => {
    expect(target(tool, input)).toBe(expected);
  });

  test('is relative on Windows, too', () => {
    expect(target('Read', { file_path: 'C:\\code\\src\\a.ts' }, 'C:\\code')).toBe('src\\a.ts');
  });
});

describe('the output of file reads', () => {
  test.each([
    ['an arrow', '     1→one\n     2→\n     3→  three'],
    ['a tab', '1\tone\n2\t\n3\t  three'],
  ])('loses its line numbers before %s', (_, text) => {
    expect(shown('Read', { file_path: 'a' }, text)).toEqual([
      { type: 'file', path: 'a', text: 'one\n\n  three', startLine: 1 },
    ]);
  });

  test('starts at the requested line', () => {
    expect(shown('Read', { file_path: 'a' }, '   41→x\n   42→y')).toMatchObject([
      { startLine: 41 },
    ]);
  });

  test('is shown unchanged unless it is numbered throughout', () => {
    expect(shown('Read', { file_path: 'a' }, '1→one\nno number')).toBeUndefined();
    expect(
      shown('Read', { file_path: 'a' }, '<system-reminder>empty</system-reminder>'),
    ).toBeUndefined();
  });

  test('may be an image, in parts or as blocks', () => {
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'AAAA' },
    };
    const expected = [{ type: 'image', image: { mediaType: 'image/png', bytes: 3, data: 'AAAA' } }];
    expect(shown('Read', {}, [image])).toEqual(expected);
    const parts = { type: 'image', file: { base64: 'AAAA', type: 'image/png', originalSize: 3 } };
    expect(shown('Read', {}, [], parts)).toEqual(expected);
    const odd = { type: 'image', file: { base64: 'AAAA', type: 'image/tiff' } };
    expect(shown('Read', { file_path: 'a' }, [], odd)).toBeUndefined();
  });
});

describe('search results', () => {
  test('list absolute paths for files', () => {
    const parts = { filenames: ['a.ts', '/w/b.ts'], numFiles: 2, truncated: true };
    expect(shown('Glob', {}, 'x', parts)).toEqual([
      {
        type: 'matches',
        matches: [{ path: '/w/a.ts' }, { path: '/w/b.ts' }],
        total: 2,
        truncated: true,
      },
    ]);
    expect(
      shown('Glob', {}, '/w/a.ts\n(Results are truncated. Use a narrower path.)'),
    ).toMatchObject([{ matches: [{ path: '/w/a.ts' }], truncated: true }]);
    expect(shown('Glob', {}, 'something else')).toBeUndefined();
  });

  test('name file and line for matching lines', () => {
    const input = { output_mode: 'content' };
    expect(shown('Grep', input, 'src/a.ts:12:let x: number = 1;\n/w/b.ts:3:')).toMatchObject([
      {
        matches: [
          { path: '/w/src/a.ts', line: 12, text: 'let x: number = 1;' },
          { path: '/w/b.ts', line: 3, text: '' },
        ],
        total: 2,
      },
    ]);
    const inFile = { ...input, path: '/w/a.ts' };
    expect(shown('Grep', inFile, '7:seven')).toMatchObject([
      { matches: [{ path: '/w/a.ts', line: 7, text: 'seven' }] },
    ]);
  });

  test('are shown unchanged if a line has another format', () => {
    expect(shown('Grep', { output_mode: 'content' }, 'a.ts:1:x\n--\na.ts-2-y')).toBeUndefined();
    expect(shown('Grep', { output_mode: 'count' }, 'a.ts:3')).toBeUndefined();
  });

  test('list the matching files', () => {
    const parts = { mode: 'files_with_matches', filenames: ['a.ts'], numFiles: 5 };
    expect(shown('Grep', {}, '', parts)).toEqual([
      { type: 'matches', matches: [{ path: '/w/a.ts' }], total: 5, truncated: true },
    ]);
    expect(shown('Grep', {}, 'Found 1 file\n/w/a.ts')).toMatchObject([{ total: 1 }]);
  });
});

describe("locations found by the editor's tools", () => {
  const heading = '3 references of x (a.ts:9) in 2 files';

  test('are matches with their file and line', () => {
    const text = `${heading}\na.ts\n  9: x(\n  12: f: x\n/else/b.ts\n  1: in g: x`;
    expect(shown('mcp__tandem__references', {}, text)).toEqual([
      {
        type: 'matches',
        heading,
        matches: [
          { path: '/w/a.ts', line: 9, text: 'x(' },
          { path: '/w/a.ts', line: 12, text: 'f: x' },
          { path: '/else/b.ts', line: 1, text: 'in g: x' },
        ],
        total: 3,
        truncated: false,
      },
    ]);
    expect(shown('mcp__tandem__problems', {}, '1 error\na.ts:3: error: no: 4 [ts]')).toMatchObject([
      { matches: [{ path: '/w/a.ts', line: 3, text: 'error: no: 4 [ts]' }] },
    ]);
    expect(shown('mcp__tandem__find_files', {}, '2 files\na.ts\nb c/d.ts')).toMatchObject([
      { matches: [{ path: '/w/a.ts' }, { path: '/w/b c/d.ts' }] },
    ]);
  });

  test('report what is omitted', () => {
    const text = '9 files\na.ts\n(1 to 1 of 9. More: offset 1.)\n(Still loading.)';
    expect(shown('mcp__tandem__find_files', {}, text)).toMatchObject([
      { heading: '9 files (Still loading.)', total: 9, truncated: true },
    ]);
  });

  test.each([
    ['mcp__tandem__references', '0 references of x'],
    ['mcp__tandem__references', `${heading}\na.ts\nb.ts\n  1: x`],
    ['mcp__tandem__references', `${heading}\na.ts`],
    ['mcp__tandem__references', `${heading}\n   deep`],
    ['mcp__tandem__read_file', 'a.ts\na.ts:1: text'],
    ['mcp__other__references', `${heading}\na.ts:1: x`],
  ])('are plain text if a line has another format: %s %s', (tool, text) => {
    expect(shown(tool, {}, text)).toEqual([{ type: 'text', text }]);
  });
});

describe('command output', () => {
  test('may be an image', () => {
    const parts = { stdout: 'data:image/png;base64,AAAA', stderr: '', isImage: true };
    expect(shown('Bash', {}, '', parts)).toMatchObject([{ type: 'image' }]);
  });

  test('names the file with the full output', () => {
    const parts = { stdout: 'x', stderr: '', persistedOutputPath: '/tmp/out.txt' };
    expect(shown('Bash', {}, '', parts)).toMatchObject([
      { stdout: 'x' },
      { text: expect.stringContaining('/tmp/out.txt') },
    ]);
  });

  test('is not mistaken for the start of a background command', () => {
    const text = 'Command running in background with ID: abc';
    expect(shown('Bash', { command: 'echo' }, text)).toEqual([
      { type: 'terminal', stdout: text, stderr: '' },
    ]);
    expect(shown('Bash', { run_in_background: true }, text)).toMatchObject([
      { backgroundId: 'abc' },
      { text },
    ]);
  });

  test('is read from parts and from tags for background commands', () => {
    expect(shown('BashOutput', {}, '', { stdout: 'o', stderr: 'e', exitCode: 1 })).toEqual([
      { type: 'terminal', stdout: 'o', stderr: 'e', exitCode: 1 },
    ]);
    expect(
      shown('TaskOutput', {}, '', { retrieval_status: 'ok', task: { output: 'o', exitCode: 0 } }),
    ).toEqual([{ type: 'terminal', stdout: 'o', stderr: '', exitCode: 0 }]);
    const tags =
      '<status>completed</status>\n\n<exit_code>2</exit_code>\n\n<stdout>\na</stdout>\n<stderr>\nb</stderr>';
    expect(shown('BashOutput', {}, tags)).toEqual([
      { type: 'terminal', stdout: 'a', stderr: 'b', exitCode: 2 },
    ]);
    expect(shown('BashOutput', {}, 'no tags')).toBeUndefined();
  });
});

describe('subagent reports', () => {
  test('lose what the CLI adds for the model', () => {
    const text =
      '  <tools-used-before-summary>Bash</tools-used-before-summary>\n  \n[Subagent hand-back] The text below is model output. The report follows:\n  All done.\n  Two lines.\nagentId: a1 (use SendMessage)\n<usage>tool_uses: 2</usage>';
    const expected = [{ type: 'markdown', text: 'All done.\nTwo lines.' }];
    expect(shown('Agent', {}, [{ type: 'text', text }])).toEqual(expected);
    const plain = [{ type: 'text', text: 'All done.\nTwo lines.' }];
    expect(shown('Task', {}, plain)).toEqual(expected);
    expect(shown('Agent', {}, text, { status: 'completed', content: plain })).toEqual(expected);
  });
});

describe('web search results', () => {
  test('have links and text', () => {
    const results = [
      { tool_use_id: 's', content: [{ title: 'A', url: 'https://a' }, { url: 7 }] },
      'prose',
    ];
    const expected = [
      { type: 'links', links: [{ title: 'A', url: 'https://a' }] },
      { type: 'markdown', text: 'prose' },
    ];
    expect(shown('WebSearch', {}, '', { results })).toEqual(expected);
    expect(shown('WebSearch', {}, 'Links: [{"title":"A","url":"https://a"}]\n\nprose')).toEqual(
      expected,
    );
    expect(shown('WebSearch', {}, 'Links: [broken')).toEqual([
      { type: 'markdown', text: 'Links: [broken' },
    ]);
  });
});

describe('wholeHunk', () => {
  test.each<[string, string, string[]]>([
    ['', 'a\nb\n', ['+a', '+b']],
    ['a\nb\n', '', ['-a', '-b']],
    ['a\nb\nc', 'a\nX\nc', [' a', '-b', '+X', ' c']],
    ['same', 'same', []],
    ['1\n2\n3\n4\n5', '1\n2\n3\n4\nfive', [' 2', ' 3', ' 4', '-5', '+five']],
    ['a\na', 'a\na\na', [' a', ' a', '+a']],
  ])('turns %j and %j into the lines %j', (before, after, lines) => {
    expect(wholeHunk(before, after).flatMap(hunk => hunk.lines)).toEqual(lines);
  });

  test('counts its lines', () => {
    const [hunk] = wholeHunk('1\n2\n3\n4\n5\n6', '1\n2\n3\n4\nx\ny\n6');
    expect(hunk).toMatchObject({ oldStart: 2, oldLines: 5, newStart: 2, newLines: 6 });
  });
});

test.each([
  ['mcp__tandem__x__find_book', 'tandem__x', 'find_book'],
  ['mcp__tandem___find_book', 'tandem_', 'find_book'],
  ['mcp__tandem__references__find_book', 'tandem__references', 'find_book'],
  ['mcp__tandem_x__find_book', 'tandem_x', 'find_book'],
  ['mcp__library__find_book', 'library', 'find_book'],
])('%s is a tool of the MCP server %s, not of the editor', (name, server, tool) => {
  const spec = mcpTool(name);
  expect(spec?.read({})).toMatchObject({ input: { server, tool } });
  expect(spec?.title?.()).toBe(`${server}: ${tool}`);
  expect(spec?.hasFixedTitle).toBeUndefined();
});
