import * as z from '../../base/schema';
import { defineTool } from '../mcp/tool';
import type { IdeTool } from './ideTool';

export const executeCode: IdeTool = ({ editor }) =>
  defineTool({
    name: 'executeCode',
    description:
      'Runs Python code as a new cell at the end of the open Jupyter notebook, in its kernel, and returns what it prints and draws. Variables stay until the kernel is restarted. The user is asked each time.',
    input: z.object({ code: z.string() }),
    hints: { destructiveHint: true, openWorldHint: true },
    run: async ({ code }, { signal }) => ({ content: await editor.executeCode(code, signal) }),
  });
