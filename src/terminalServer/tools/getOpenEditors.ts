import * as z from '../../base/schema';
import { defineTool } from '../mcp/tool';
import { type IdeTool, jsonResult } from './ideTool';

export const getOpenEditors: IdeTool = ({ editor }) =>
  defineTool({
    name: 'getOpenEditors',
    description: 'The tabs that are open in the editor, and which of them are unsaved.',
    input: z.object({}),
    hints: { readOnlyHint: true },
    run: async () => jsonResult({ tabs: editor.openEditors() }),
  });
