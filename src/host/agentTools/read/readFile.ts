import * as z from '../../../base/schema';
import { defineTool, textResult } from '../../../terminalServer/mcp/tool';
import type { EditorTool } from '../tool/editorTool';
import { EditorReader } from './editorReader';
import { numberedLines } from './text/numberedLines';

export const readFileTool: EditorTool = {
  group: 'readOnly',
  make(context) {
    const reader = EditorReader.of(context);
    return defineTool({
      name: 'read_file',
      title: 'Read a file as in the editor',
      description:
        'Lines of a file with what the user has typed and not saved. Does not count as reading for Edit: use Read for a file that you are going to edit.',
      input: z.object({
        path: z.string().check(z.describe('Absolute, or relative to the working folder.')),
        line: z.optional(
          z.int().check(z.minimum(1), z.describe('The first line, 1-based. Default 1.')),
        ),
        limit: z.optional(
          z.int().check(z.minimum(1), z.maximum(2_000), z.describe('Lines. Default 400.')),
        ),
      }),
      async run({ path, line = 1, limit = 400 }) {
        const { lines, isUnsaved } = await reader.lines(path);
        const shown = reader.paths.show(await reader.paths.resolve(path));
        const heading = isUnsaved ? `${shown} (with unsaved changes)` : shown;
        return textResult(numberedLines(lines, { heading, line, limit }));
      },
    });
  },
};
