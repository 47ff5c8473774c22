import * as z from '../../base/schema';
import { defineTool, textResult } from '../mcp/tool';
import type { IdeTool } from './ideTool';

export const closeAllDiffTabs: IdeTool = ({ diffs }) =>
  defineTool({
    name: 'closeAllDiffTabs',
    description: 'Closes all diffs that this client has opened.',
    input: z.object({}),
    run: async () => textResult(`CLOSED_${diffs.closeAll()}_DIFF_TABS`),
  });
