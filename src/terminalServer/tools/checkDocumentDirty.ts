import * as z from '../../base/schema';
import { defineTool } from '../mcp/tool';
import { type IdeTool, jsonResult } from './ideTool';

export const checkDocumentDirty: IdeTool = ({ editor, paths }) =>
  defineTool({
    name: 'checkDocumentDirty',
    description: 'Whether a file has unsaved text in the editor.',
    input: z.object({ filePath: z.string() }),
    hints: { readOnlyHint: true },
    run: async input => {
      const { asked: filePath, path } = await paths.resolve(input.filePath);
      const document = editor.document(path);
      if (!document) {
        return jsonResult({ success: false, message: `Document not open: ${filePath}` });
      }
      const { isDirty, isUntitled } = document;
      return jsonResult({ success: true, filePath, isDirty, isUntitled });
    },
  });
