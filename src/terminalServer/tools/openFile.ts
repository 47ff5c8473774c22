import * as z from '../../base/schema';
import type { SelectedText } from '../editor/idePort';
import { defineTool, textResult } from '../mcp/tool';
import { type IdeTool, jsonResult } from './ideTool';

const line = z.int().check(z.positive());

const input = z.object({
  filePath: z.string(),
  preview: z._default(z.boolean(), false),
  startText: z.optional(z.string()),
  endText: z.optional(z.string()),
  selectToEndOfLine: z._default(z.boolean(), false),
  startLine: z.optional(line),
  endLine: z.optional(line),
  makeFrontmost: z._default(z.boolean(), true),
});

export const openFile: IdeTool = ({ editor, paths }) =>
  defineTool({
    name: 'openFile',
    description:
      'Opens a file in the editor and can select in it: from the first place of startText to the end of the first place of endText after it, or lines (the first is 1).',
    input,
    run: async asked => {
      const { asked: filePath, path } = await paths.resolve(asked.filePath);
      const select = selected(asked);
      const { languageId, lineCount, isSelected } = await editor.openFile({
        path,
        isPreview: asked.preview,
        isFrontmost: asked.makeFrontmost,
        ...(select ? { select } : {}),
      });
      if (!asked.makeFrontmost) {
        return jsonResult({ success: true, filePath, languageId, lineCount });
      }
      if (select && !isSelected) {
        return textResult(`Opened file: ${filePath} (what was to be selected is not in it)`);
      }
      return textResult(`Opened file: ${filePath}`);
    },
  });

function selected(asked: z.output<typeof input>): SelectedText | undefined {
  const { startText, endText, selectToEndOfLine: toEndOfLine, startLine, endLine } = asked;
  if (startText) {
    return { startText, toEndOfLine, ...(endText ? { endText } : {}) };
  }
  return startLine === undefined
    ? undefined
    : { startLine, ...(endLine === undefined ? {} : { endLine }) };
}
