import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { searchedFiles } from '../../../../../src/host/runs/targets/searchResults';

/** A clipboard to which the Search view copies a text; undefined: it shows nothing. */
function clipboard(copied: string | undefined, editorText?: string) {
  const state = { text: 'mine' };
  return {
    state,
    ports: {
      read: async () => state.text,
      write: async (text: string) => {
        state.text = text;
      },
      run: async (command: string) => {
        expect(command).toBe('search.action.copyAll');
        state.text = copied ?? state.text;
      },
      editorText: () => editorText,
    },
  };
}

it('reads the paths of the results, and gives the clipboard its text back', async () => {
  const results = '/w/src/a.ts\n  3,5: const a = 1;\n  10,1: /w/no\n\n~/b.ts\n  1,1: b\n';
  const { state, ports } = clipboard(results);
  expect(await searchedFiles(ports, 'mark', ['/w'])).toEqual([
    '/w/src/a.ts',
    join(homedir(), 'b.ts'),
  ]);
  expect(state.text).toBe('mine');
});

it('reads a search editor in front', async () => {
  const text = '# Query: a\n\n2 results - 1 file\n\nsrc/a.ts:\n  3: const a = 1;\n  4  more:\n';
  const { ports } = clipboard(undefined, text);
  const found = await searchedFiles(ports, 'mark', ['/w', '/v']);
  expect(found).toContain('/w/src/a.ts');
  expect(found.join()).not.toContain('Query');
});

it('says so if there are no results', async () => {
  const { state, ports } = clipboard(undefined);
  await expect(searchedFiles(ports, 'mark', ['/w'])).rejects.toThrow('Search there first');
  expect(state.text).toBe('mine');
});
