import { describe, expect, it } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import { editProposal } from '../../../../src/cli/permissions/editProposal';
import { notebookForm, textForm } from '../../../../src/host/proposedEdits/proposalForm';
import type { EditProposal } from '../../../../src/protocol/agentSource';

const labels = { ours: 'mine', base: 'before', theirs: 'now' };
const current = 'one\ntwo\nthree\nfour\n';

function propose(tool: string, input: Record<string, unknown>): EditProposal {
  const edit = editProposal(tool, input, '/w', '2.1.329');
  expect(edit).toBeDefined();
  return edit as EditProposal;
}

describe('a text proposal', () => {
  const edit = propose('Edit', { file_path: '/w/a', old_string: 'two', new_string: 'TWO' });
  const form = textForm(edit, labels);
  const after = 'one\nTWO\nthree\nfour\n';

  it('follows the file if the user has not edited it', () => {
    expect(form.follow({ current, after, right: after }, `zero\n${current}`)).toEqual({
      before: `zero\n${current}`,
      after: `zero\n${after}`,
      right: `zero\n${after}`,
      hasConflicts: false,
    });
    expect(() => form.follow({ current, after, right: after }, 'x\n')).toThrow(UserError);
  });

  it("keeps the user's edits, even if the proposed edit no longer fits", () => {
    const right = 'one\nmine\nthree\nfour\n';
    expect(form.follow({ current, after, right }, `${current}five\n`)).toMatchObject({
      after: `${after}five\n`,
      right: `${right}five\n`,
    });
    expect(form.follow({ current, after, right }, 'one\nthree\nfour\n')).toMatchObject({
      before: 'one\nthree\nfour\n',
      hasConflicts: true,
    });
    expect(form.follow({ current, after, right }, undefined)).toEqual({
      ...{ before: '', after, right, hasConflicts: false },
    });
  });

  it('keeps the line endings of the right side, without a byte order mark', () => {
    const dos = '\ufeffone\r\ntwo\r\nthree\r\n';
    const right = 'one\r\nmine\r\nthree\r\n';
    const standing = { current: dos, after: dos.replace('two', 'TWO'), right };
    expect(form.follow(standing, `${dos}four\r\n`).right).toBe(`${right}four\r\n`);
  });

  it('is not edited by a change of line endings or byte order mark', () => {
    const dos = after.replaceAll('\n', '\r\n');
    expect(form.isEdited({ current, after: `\ufeff${after}`, right: after })).toBe(false);
    expect(form.isEdited({ current, after: dos, right: dos })).toBe(false);
    expect(form.isEdited({ current, after, right: current })).toBe(true);
  });
});

describe('a text proposal for a notebook cell', () => {
  const book = (source: string) =>
    JSON.stringify({
      cells: [
        { id: 'a', cell_type: 'code', source },
        { id: 'b', source: '' },
      ],
    });
  const edit = propose('NotebookEdit', {
    ...{ notebook_path: '/w/n.ipynb', cell_id: 'a', new_source: 'x\nTWO\nz\n' },
  });
  const form = textForm(edit, labels);

  it("merges the user's text with later changes to the cell", () => {
    const standing = { current: book('x\ny\nz\n'), after: 'x\nTWO\nz\n', right: 'x\nmine\nz\n' };
    expect(form.follow(standing, book('w\nx\ny\nz\n')).right).toBe('w\nx\nmine\nz\n');
    expect(() => form.follow(standing, '{"cells":[]}')).toThrow(/no cell a/);
  });
});

describe('a whole-notebook proposal', () => {
  const cell = (id: string, source: string, cell_type = 'code') => ({
    ...{ id, cell_type, metadata: {}, source },
    ...(cell_type === 'code' ? { outputs: [{}], execution_count: 1 } : {}),
  });
  const book = (...cells: unknown[]) =>
    JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 });
  const old = book(cell('a', '# T', 'markdown'), cell('b', 'x'));
  const formOf = (more: object) => {
    const input = { notebook_path: '/w/n.ipynb', cell_id: 'b', new_source: 'y\r\n', ...more };
    const { notebook } = propose('NotebookEdit', input);
    expect(notebook).toBeDefined();
    return { input, form: notebookForm(notebook as NonNullable<typeof notebook>) };
  };
  const withSource = (text: string, index: number, source: unknown) => {
    const parsed = JSON.parse(text);
    parsed.cells[index].source = source;
    return JSON.stringify(parsed);
  };

  it.each(['replace', 'insert', 'delete'])(
    'counts as edited only if a source differs: %s',
    edit_mode => {
      const { form } = formOf({ edit_mode });
      const { after } = form.sides(old);
      expect(form.isEdited({ current: old, after, right: JSON.stringify(JSON.parse(after)) })).toBe(
        false,
      );
    },
  );

  it.each([
    ['replace', 1],
    ['insert', 2],
  ])('returns the source of the cell: %s', (edit_mode, index) => {
    const { form, input } = formOf({ edit_mode });
    const right = withSource(form.sides(old).after, index, ['p\n', 'q']);
    expect(form.isEdited({ current: old, after: form.sides(old).after, right })).toBe(true);
    expect(form.inputFor(old, right)).toEqual({ ...input, new_source: 'p\nq' });
  });

  it('keeps a cell marked for deletion if the user restored it', () => {
    const { form, input } = formOf({ edit_mode: 'delete', new_source: '' });
    expect(form.inputFor(old, form.sides(old).after)).toEqual(input);
    expect(form.inputFor(old, book(cell('a', '# T', 'markdown'), cell('b', 'z')))).toEqual({
      ...{ ...input, edit_mode: 'replace', new_source: 'z' },
    });
  });

  it.each([
    ['an edited other cell', (after: string) => withSource(after, 0, '# Other')],
    ['a missing cell', () => book(cell('b', 'y'))],
    ['an additional cell', (after: string) => book(...JSON.parse(after).cells, cell('n', ''))],
    ['another cell type', () => book(cell('a', '# T', 'markdown'), cell('b', 'y', 'raw'))],
    ['restored outputs', () => book(cell('a', '# T', 'markdown'), cell('b', 'y'))],
  ])('rejects other edits with an explanation: %s', (_name, change) => {
    const { form } = formOf({});
    const right = change(form.sides(old).after);
    expect(() => form.inputFor(old, right)).toThrow(/Only the source of the cell/);
    expect(form.isEdited({ current: old, after: form.sides(old).after, right })).toBe(true);
  });

  it("carries the user's source over to a changed notebook", () => {
    const { form } = formOf({});
    const { after } = form.sides(old);
    const right = withSource(after, 1, 'mine');
    const newer = book(cell('n', 'new'), cell('a', '# T', 'markdown'), cell('b', 'x'));
    const sources = (text: string) =>
      JSON.parse(text).cells.map(({ source }: { source: string }) => source);
    const followed = form.follow({ current: old, after, right }, newer);
    expect(sources(followed.right)).toEqual(['new', '# T', 'mine']);
    expect(sources(followed.after)).toEqual(['new', '# T', 'y\r\n']);
    expect(sources(form.follow({ current: old, after, right: after }, newer).right)).toEqual([
      ...['new', '# T', 'y\r\n'],
    ]);
    expect(() => form.follow({ current: old, after, right }, book())).toThrow(/no cell b/);
  });
});
