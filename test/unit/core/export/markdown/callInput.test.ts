import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import type { ToolCallId } from '../../../../../src/contract/ids';
import type { ToolCall, ToolContent } from '../../../../../src/contract/tools';
import { BlobResolver } from '../../../../../src/core/export/markdown/blobResolver';
import { inputMarkdown } from '../../../../../src/core/export/markdown/callInput';

const blobs = await BlobResolver.of(
  { id: 't', origin: 'person', startedAt: 0, items: [] } as never,
  () => undefined,
);

function rendered(call: object, content: readonly ToolContent[] = []): string {
  const id = 'call-1' as ToolCallId;
  const made = { id, tool: 'T', title: 'T', locations: [], status: 'done', content, ...call };
  return inputMarkdown(made as unknown as ToolCall, blobs)
    .filter(part => part !== '')
    .join('\n\n');
}

const file: ToolContent = { type: 'file', path: 'a.ts', text: 'x', startLine: 3 };
const diff: ToolContent = {
  type: 'diff',
  path: 'a.ts',
  change: 'update',
  hunks: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }],
  added: 1,
  removed: 1,
};
const partial = { oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [' a', '-b', '+c'] };
const todo = { id: '1', text: 'Add *it*', status: 'completed' as const };

describe('The input of a call in a document', () => {
  it.each<[string, object, string, ToolContent[]?]>([
    ['a command', { family: 'bash', input: { command: 'ls' } }, '```sh\nls\n```'],
    ['a file', { family: 'read', input: { path: 'a.ts' } }, ''],
    [
      'a part of a file',
      { family: 'read', input: { path: 'a.ts', offset: 3, limit: 2 } },
      'lines 3–4',
    ],
    ['pages of a file', { family: 'read', input: { path: 'a.pdf', pages: '1-3' } }, 'Pages 1-3'],
    [
      'a part that the result names',
      { family: 'read', input: { path: 'a.ts', offset: 3 } },
      '',
      [file],
    ],
    [
      'a search',
      { family: 'grep', target: 'x', input: { pattern: 'x', path: 'src', glob: '*.ts' } },
      'in <code>src</code> files <code>\\*.ts</code>',
    ],
    [
      'options of a search',
      { family: 'grep', target: 'x', input: { pattern: 'x' }, otherInput: { '-n': true } },
      '- \\-n: yes',
    ],
    [
      'an edit that did not happen',
      { family: 'edit', input: { path: 'a', edits: [{ oldText: 'a\nb', newText: 'c' }] } },
      '```diff\n-a\n-b\n+c\n```',
    ],
    [
      'the lines of an edit that did not happen',
      {
        family: 'edit',
        input: {
          path: 'a',
          edits: [{ oldText: 'a\nb', newText: 'a\nc', hunks: [partial, partial] }],
        },
      },
      '```diff\n a\n-b\n+c\n@@\n a\n-b\n+c\n```',
    ],
    [
      'an edit',
      { family: 'edit', input: { path: 'a', edits: [{ oldText: 'a', newText: 'b' }] } },
      '',
      [diff],
    ],
    [
      'a cell',
      { family: 'notebookEdit', input: { path: 'n', source: 'x = 1', editMode: 'replace' } },
      '```python\nx = 1\n```',
    ],
    [
      'a page',
      { family: 'webFetch', target: 'a.example', input: { url: 'https://a.example', prompt: 'Q' } },
      'https://a.example\n\nAsks the page: Q',
    ],
    ['a to-do list', { family: 'todoWrite', input: { todos: [todo] } }, '- [x] Add \\*it\\*'],
    [
      'a task',
      {
        family: 'task',
        target: 'Read',
        input: { action: 'create', subject: 'Read', description: 'With care', activeText: 'Read' },
      },
      '- Description: With care',
    ],
    [
      'a change of a task',
      {
        family: 'task',
        target: '#1',
        input: { action: 'update', taskId: '1', status: 'completed' },
      },
      '- Status: done',
    ],
    [
      'a question',
      {
        family: 'question',
        input: {
          questions: [
            {
              question: 'Which?',
              multiSelect: false,
              options: [{ label: 'One', description: 'the first' }, { label: 'Two' }],
            },
          ],
        },
      },
      'Which?\n\n- One: the first\n- Two',
    ],
    [
      'an answered question',
      {
        family: 'question',
        input: { questions: [{ question: 'Which?', multiSelect: false, options: [] }] },
        otherInput: { answers: { 'Which?': 'One' } },
      },
      '',
      [{ type: 'answers', answers: [{ question: 'Which?', answer: 'One' }] }],
    ],
    ['a plan', { family: 'plan', input: { plan: '# Plan' } }, '```markdown\n# Plan\n```'],
  ])('shows %s without JSON', (_, call, expected, content) => {
    expect(rendered(call, content)).toBe(expected);
  });

  it('lists the arguments of a foreign tool, however deep', () => {
    const input = {
      server: 's',
      tool: 't',
      arguments: {
        title: 'A [link](https://a.example)',
        labels: ['x', { name: 'y', of: null }],
        none: [],
        body: 'one\n```\n</details>',
        absent: undefined,
      },
    };
    expect(rendered({ family: 'mcp', input })).toBe(
      [
        '- title: A \\[link\\](https://a.example)',
        '- labels:',
        '  - 1: x',
        '  - 2:',
        '    - name: y',
        '    - of: none',
        '- none: \\[\\]',
        '- body:',
        '',
        '  ````text',
        '  one',
        '  ```',
        '  </details>',
        '  ````',
      ].join('\n'),
    );
  });

  it('leaves what is nested too deeply as JSON', () => {
    let deep: object = { end: true };
    for (let depth = 0; depth < 100; depth += 1) {
      deep = { deep };
    }
    const text = rendered({ family: 'other', input: { arguments: deep } });
    expect(text.split('\n').length).toBeLessThan(20);
    expect(text).toContain('{"end":true}');
  });

  it('shows no image and no emphasis of a path', () => {
    const image = '![p](https://a.example/p.png)';
    const markdown = [
      rendered({ family: 'grep', input: { pattern: 'x', path: '__init__', glob: image } }),
      rendered({ family: 'glob', input: { pattern: 'x', path: `</code>${image}` } }),
      rendered({ family: 'shellOutput', input: { filter: image } }),
    ].join('\n\n');
    const html = marked.parse(markdown);
    expect(html).not.toMatch(/<(img|em|strong)/);
    expect(html).toContain('<code>__init__</code>');
  });

  it('takes no value of an agent for a text that is stored elsewhere', () => {
    const own = { blob: 'b', preview: { toString: 1, valueOf: 1 }, length: 1 };
    const text = rendered({ family: 'other', input: { arguments: { own } } });
    expect(text).toContain('    - toString: 1');
  });
});
