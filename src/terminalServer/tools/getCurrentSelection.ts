import * as z from '../../base/schema';
import { selectionResult } from '../editor/selectionResult';
import { defineTool } from '../mcp/tool';
import { type IdeTool, jsonResult } from './ideTool';

export const getCurrentSelection: IdeTool = ({ editor }) =>
  defineTool({
    name: 'getCurrentSelection',
    description: 'What is selected in the editor that has the focus.',
    input: z.object({}),
    hints: { readOnlyHint: true },
    run: async () => {
      const selection = editor.currentSelection();
      return jsonResult(
        selection
          ? { success: true, ...selectionResult(selection) }
          : { success: false, message: 'No active editor found' },
      );
    },
  });
