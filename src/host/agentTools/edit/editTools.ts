import * as z from '../../../base/schema';
import type { editorEditTools } from '../../../cli/patches/editorEdit';
import { longestNote } from '../../../cli/patches/memoryNotes';
import { defineTool } from '../../../terminalServer/mcp/tool';
import type { EditorTool } from '../tool/editorTool';
import { FileEditor } from './fileEditor';

/** Text that the user has changed in the diff; see `userTextKey`. */
const byUser = z.optional(
  z.object({ text: z.string(), of: z.string() }).check(z.describe('Set by the editor only.')),
);
const path = z.string().check(z.describe('Absolute, or relative to the working folder.'));
const lineNumber = z.optional(z.int().check(z.minimum(1)));

/** The agent's own Edit and Write cover it, so that the user has to pick it. */
export const applyPatch: EditorTool = editTool(
  {
    name: 'apply_patch',
    title: 'Apply patch',
    description: `Changes or creates one text file by a patch. The user sees it as a diff, may change it, and decides. Form, or a unified diff:
*** Begin Patch
*** Update File: src/a.ts
@@ function total(
 unchanged line
-old line
+new line
*** End Patch
(*** Add File: for a new one, each line with "+".) Unchanged lines tell where; "@@" names a line before.`,
  },
  z.object({ patch: z.string().check(z.minLength(1)), byUser }),
  true,
);

/** Off by default, as `applyPatch`. */
export const insertEditTool: EditorTool = editTool(
  {
    name: 'insert_edit',
    title: 'Edit lines',
    description:
      'Puts text into an existing file: in place of lines (startLine to endLine; endLine = startLine - 1 inserts), or at a line that stands there once (anchor, position). The user sees it as a diff, may change it, and decides.',
  },
  z.object({
    path,
    newText: z.string().check(z.describe('Whole lines; empty: the range is removed.')),
    startLine: lineNumber,
    endLine: z.optional(z.int().check(z.minimum(0))),
    anchor: z.optional(z.string().check(z.describe('The whole line, without outer spaces.'))),
    position: z.optional(z.enum(['before', 'after', 'replace'])),
    byUser,
  }),
  true,
);

export const memoryNote: EditorTool = editTool(
  {
    name: 'memory_note',
    title: 'Add note',
    description:
      'Proposes a lasting note on a folder for later conversations, such as "tests need a database". It goes into the folder\'s CLAUDE.md if the user agrees. Only what is not in the code already, in one sentence.',
  },
  z.object({
    folder: z.optional(z.string().check(z.describe('The project by default.'))),
    note: z.string().check(z.minLength(1), z.maxLength(longestNote)),
    byUser,
  }),
);

interface EditToolText {
  readonly name: (typeof editorEditTools)[number];
  readonly title: string;
  readonly description: string;
}

function editTool<Input extends z.ZodMiniType<Record<string, unknown>>>(
  text: EditToolText,
  input: Input,
  isOptional = false,
): EditorTool {
  return {
    group: 'edit',
    isOptional,
    make: context => {
      const files = new FileEditor(context);
      return defineTool({
        ...text,
        input,
        hints: { destructiveHint: true },
        check: async parsed => void (await files.plan(text.name, parsed)),
        run: (parsed, { signal }) => files.write(text.name, parsed, signal),
      });
    },
  };
}
