import * as z from '../../base/schema';
import { defineTool, failure, textResult } from '../mcp/tool';
import type { IdeTool } from './ideTool';

export const openDiff: IdeTool = ({ connection, editor, paths, diffs }) =>
  defineTool({
    name: 'openDiff',
    description:
      'Shows a proposed content of a file beside the present one and waits until the user accepts or rejects it. Writes nothing.',
    input: z.object({
      old_file_path: z.string(),
      new_file_path: z.string(),
      new_file_contents: z.string(),
      tab_name: z.string(),
    }),
    run: async ({ new_file_path, new_file_contents, tab_name: tabName }, { signal }) => {
      const { path } = await paths.resolve(new_file_path);
      const contents = lineFeeds(new_file_contents);
      const answer = await diffs.open(tabName, signal, closing =>
        editor.openDiff({ path, contents, tabName, connection }, closing),
      );
      switch (answer?.kind) {
        case 'accepted':
          // The CLI converts these to the file's line endings and writes the file.
          return {
            content: [
              { type: 'text', text: 'FILE_SAVED' },
              { type: 'text', text: lineFeeds(answer.contents) },
            ],
          };
        case 'rejected':
          return textResult('DIFF_REJECTED');
        default:
          // The CLI would take TAB_CLOSED as acceptance here; after an error, its own prompt stays.
          return failure('The diff was closed before anybody answered.');
      }
    },
  });

function lineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
