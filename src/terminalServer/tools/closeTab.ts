import * as z from '../../base/schema';
import { defineTool, textResult } from '../mcp/tool';
import type { IdeTool } from './ideTool';

export const closeTab: IdeTool = ({ diffs }) =>
  defineTool({
    name: 'close_tab',
    description: 'Closes a diff that openDiff has opened, by its name.',
    input: z.object({ tab_name: z.string() }),
    run: async ({ tab_name }) => {
      // The CLI closes each diff twice, even after an answer, so an unknown name is not an error.
      diffs.close(tab_name);
      return textResult('TAB_CLOSED');
    },
  });
