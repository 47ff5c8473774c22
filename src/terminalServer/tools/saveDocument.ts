import * as z from '../../base/schema';
import { defineTool } from '../mcp/tool';
import { type IdeTool, jsonResult } from './ideTool';

export const saveDocument: IdeTool = ({ editor, paths }) =>
  defineTool({
    name: 'saveDocument',
    description: 'Saves what is unsaved of a file in the editor.',
    input: z.object({ filePath: z.string() }),
    run: async input => {
      const { asked: filePath, path } = await paths.resolve(input.filePath);
      const saved = await editor.save(path);
      if (saved === undefined) {
        return jsonResult({ success: false, message: `Document not open: ${filePath}` });
      }
      const message = saved ? 'Document saved successfully' : 'The editor did not save it';
      return jsonResult({ success: saved, filePath, saved, message });
    },
  });
