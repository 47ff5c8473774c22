import { pathToFileURL } from 'node:url';
import * as z from '../../base/schema';
import { defineTool } from '../mcp/tool';
import { type IdeTool, jsonResult } from './ideTool';

export const getWorkspaceFolders: IdeTool = ({ editor }) =>
  defineTool({
    name: 'getWorkspaceFolders',
    description: 'The folders that are open in the editor.',
    input: z.object({}),
    hints: { readOnlyHint: true },
    run: async () => {
      const folders = editor
        .folders()
        .map(({ name, path }) => ({ name, uri: pathToFileURL(path).href, path }));
      return jsonResult({ success: true, folders, rootPath: folders[0]?.path ?? null });
    },
  });
