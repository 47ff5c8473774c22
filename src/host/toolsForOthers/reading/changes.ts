import * as z from '../../../base/schema';
import { withoutEnd } from '../../../base/withoutEnd';
import { asLines } from '../../../core/edits/review/contents';
import type { FileView } from '../../../core/edits/review/fileView';
import { isWithin } from '../../../node/isWithin';
import { defineTool, textResult } from '../../../terminalServer/mcp/tool';
import { EditorReader } from '../../agentTools/read/editorReader';
import type { AllowedPaths } from '../../agentTools/read/text/allowedPaths';
import { counted, listing, pageInput } from '../../agentTools/read/text/listing';
import type { SharedTool } from '../tool/sharedTool';

/** Lines of one file that are shown. */
const mostLines = 200;

/** Lists what agents have changed and the user has not yet kept or undone. */
export const changes: SharedTool = {
  isSafe: false,
  make(context) {
    const reader = EditorReader.of(context);
    return defineTool({
      name: 'tandem_changes',
      title: 'Changes that wait for review',
      description:
        "The changes of Tandem's agents that the user has not yet kept or undone: files, places and changed lines. They are in the files already. Changes nothing, and decides on nothing.",
      input: z.object({
        path: z.optional(z.string().check(z.describe('Only in this folder, or of this file.'))),
        diff: z.optional(z.boolean().check(z.describe('Show the changed lines. Default true.'))),
        ...pageInput,
      }),
      hints: { readOnlyHint: true },
      async run({ path, diff = true, ...page }) {
        const { paths } = reader;
        const at = path === undefined ? undefined : await paths.resolve(path);
        const all = await context.features.changes();
        const inside = await Promise.all(
          all.map(({ review }) =>
            at === undefined ? paths.contains(review.path) : isWithin(at, review.path),
          ),
        );
        const views = all.filter((_, index) => inside[index]);
        const readable = await paths.allReadable(views.map(({ review }) => review.path));
        const entries = views.map(view => {
          const isShown = readable.has(view.review.path);
          return [headOf(view, paths), ...(diff ? linesOf(view, isShown) : [])].join('\n');
        });
        const files = new Set(views.map(({ review }) => review.path)).size;
        const heading =
          files === 0
            ? 'No changes wait for review.'
            : `Changes in ${counted(files, 'file')} wait for review`;
        return textResult(listing(entries, { ...page, heading, usual: 50 }));
      },
    });
  },
};

function headOf({ review, kind, hunks, added, removed, channel }: FileView, paths: AllowedPaths) {
  const facts = [
    kind,
    `+${added} -${removed}`,
    ...(hunks.length > 0 ? [counted(hunks.length, 'place')] : []),
    `conversation ${channel.record.channelId}`,
  ];
  return `${paths.show(review.path)} (${facts.join(', ')})`;
}

/** Formats changes like a unified diff without context. */
function linesOf(view: FileView, isShown: boolean): readonly string[] {
  if (!isShown) {
    return ['  (The text is private by its name or by the rules of the user.)'];
  }
  const all = diffOf(view);
  const left = all.length - mostLines;
  return left > 0
    ? [...all.slice(0, mostLines), `  (${counted(left, 'more line')}. Read the file.)`]
    : all;
}

function diffOf({ hunks, lines, now, before, kind }: FileView): readonly string[] {
  if (lines) {
    return hunks.flatMap(hunk => [
      `@@ -${hunk.before.start + 1},${hunk.before.end - hunk.before.start} +${hunk.now.start + 1},${hunk.now.end - hunk.now.start} @@${hunk.isEdited ? ' edited by the user since' : ''}`,
      ...marked('-', lines.text.before.slice(hunk.before.start, hunk.before.end)),
      ...marked('+', lines.now.slice(hunk.now.start, hunk.now.end)),
    ]);
  }
  const bytes = kind === 'deleted' ? before : now.bytes;
  const [whole] = asLines([bytes])?.texts ?? [];
  return whole ? marked(kind === 'deleted' ? '-' : '+', whole) : ['  (This is not text.)'];
}

function marked(mark: string, lines: readonly string[]): readonly string[] {
  return lines.map(line => `${mark}${withoutEnd(line, '\r\n')}`);
}
