import * as z from '../../base/schema';
import { selectionResult } from '../editor/selectionResult';
import { defineTool } from '../mcp/tool';
import { type IdeTool, jsonResult } from './ideTool';

export const getLatestSelection: IdeTool = ({ editor }) =>
  defineTool({
    name: 'getLatestSelection',
    description: 'What was selected last, also when no editor has the focus now.',
    input: z.object({}),
    hints: { readOnlyHint: true },
    run: async () => {
      const selection = editor.latestSelection();
      return jsonResult(
        selection
          ? selectionResult(selection)
          : { success: false, message: 'No selection available' },
      );
    },
  });
