import * as l10n from '@vscode/l10n';
import { afterEach, expect, test } from 'vitest';
import { notebookProposal } from '../../../../src/cli/permissions/notebookProposal';

afterEach(() => l10n.config({ contents: {} }));

test('a cell has a translated name for the user and an English one for the agent', () => {
  l10n.config({ contents: { 'cell {0}': 'Zelle {0}', 'new cell': 'neue Zelle' } });
  const input = { notebook_path: '/a.ipynb', cell_id: 'x1', new_source: '1' };
  expect(notebookProposal(input, '/a.ipynb')).toMatchObject({
    label: 'Zelle x1',
    agentLabel: 'cell x1',
  });
  const insert = { ...input, edit_mode: 'insert', cell_type: 'code' };
  expect(notebookProposal(insert, '/a.ipynb')).toMatchObject({
    label: 'neue Zelle',
    agentLabel: 'new cell',
  });
});
