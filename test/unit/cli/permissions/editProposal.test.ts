import { describe, expect, it } from 'vitest';
import { editedPaths, editProposal } from '../../../../src/cli/permissions/editProposal';

const newest = '2.1.329';
const edit = (more: object, version = newest) =>
  editProposal('Edit', { file_path: '/w/a.txt', ...more }, '/w', version);

describe('the paths edited by a call', () => {
  it('are absolute', () => {
    expect(editedPaths('Write', { file_path: 'b/c.txt' }, '/w')).toEqual(['/w/b/c.txt']);
    expect(editedPaths('NotebookEdit', { notebook_path: '/n.ipynb' }, '/w')).toEqual(['/n.ipynb']);
  });
  it('are empty for other tools and invalid inputs', () => {
    expect(editedPaths('Read', { file_path: '/w/a' }, '/w')).toEqual([]);
    expect(editedPaths('Edit', { file_path: 7 }, '/w')).toEqual([]);
    expect(editProposal('Edit', { file_path: '/w/a' }, '/w', newest)).toBeUndefined();
    expect(editProposal('Write', { file_path: '/w/a' }, '/w', newest)).toBeUndefined();
  });
});

describe('an edit', () => {
  it('shows both sides and replaces the whole file', () => {
    const proposal = edit({ old_string: 'b', new_string: 'B', replace_all: true });
    expect(proposal).toMatchObject({ path: '/w/a.txt', label: 'a.txt', kind: 'text' });
    expect(proposal?.sides('a b\nb')).toEqual({ before: 'a b\nb', after: 'a B\nB' });
    expect(proposal?.inputFor('a b\nb', 'c')).toEqual({
      file_path: '/w/a.txt',
      old_string: 'a b\nb',
      new_string: 'c',
      replace_all: false,
    });
  });

  it('fails if it does not match the file', () => {
    const proposal = edit({ old_string: 'x', new_string: 'y' });
    expect(() => proposal?.sides('a')).toThrow(/not in the file/);
    expect(() => proposal?.sides(undefined)).toThrow(/not in the file/);
  });

  it('inserts dollar signs and backslashes literally', () => {
    expect(edit({ old_string: 'b', new_string: '$& \\1' })?.sides('a b').after).toBe('a $& \\1');
  });

  it('restores the byte order mark that an editor hides', () => {
    const input = edit({ old_string: 'a', new_string: 'b' })?.inputFor('\ufeffa', 'c');
    expect(input).toMatchObject({ old_string: '\ufeffa', new_string: '\ufeffc' });
  });

  it('preserves curly quotes if the version does', () => {
    const quotes = { old_string: '"a"', new_string: '("b")' };
    expect(edit(quotes)?.sides('“a”').after).toBe('(“b”)');
    expect(edit(quotes, '2.1.7')?.sides('“a”').after).toBe('("b")');
  });

  it('applies the edits of a legacy MultiEdit in order', () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'b', new_string: 'c' },
    ];
    const proposal = editProposal('MultiEdit', { file_path: '/w/a', edits }, '/w', newest);
    expect(proposal?.sides('a').after).toBe('c');
    expect(proposal?.inputFor('a', 'z')).not.toHaveProperty('edits');
  });
});

describe('a notebook cell', () => {
  const notebook = JSON.stringify({ cells: [{ source: ['x\n', 'y'] }, { id: 'b', source: 'z' }] });
  const cell = (more: object) =>
    editProposal('NotebookEdit', { notebook_path: '/w/n.ipynb', ...more }, '/w', newest);

  it('is found by id or position', () => {
    expect(cell({ cell_id: 'b', new_source: 'Z' })?.sides(notebook)).toEqual({
      before: 'z',
      after: 'Z',
    });
    expect(cell({ cell_id: 'cell-0', new_source: '' })?.sides(notebook).before).toBe('x\ny');
  });

  it('is reported if it cannot be found', () => {
    expect(() => cell({ cell_id: 'q', new_source: '' })?.sides(notebook)).toThrow(/no cell q/);
    expect(() => cell({ cell_id: 'b', new_source: '' })?.sides('{')).toThrow(/cannot be read/);
  });

  it('is replaced instead of deleted if the user kept text in it', () => {
    const proposal = cell({ cell_id: 'b', edit_mode: 'delete', new_source: '' });
    expect(proposal?.inputFor(notebook, '')).toMatchObject({ edit_mode: 'delete' });
    expect(proposal?.inputFor(notebook, 'w')).toMatchObject({
      edit_mode: 'replace',
      new_source: 'w',
    });
  });
});
