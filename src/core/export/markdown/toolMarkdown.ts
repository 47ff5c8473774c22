import * as l10n from '@vscode/l10n';
import type { ToolItem } from '../../../contract/conversation';
import type { FileUpdate } from '../../../contract/fileUpdates';
import type { ToolCall, ToolContent } from '../../../contract/tools';
import { shownContents } from '../../../transcript/shownContents';
import type { BlobResolver } from './blobResolver';
import { inputMarkdown } from './callInput';
import { codeLine, collapsed, fenced, htmlLine, languageOf, plainLine } from './fences';
import { seconds } from './times';
import { todoLine } from './todoLine';

function statusText(status: ToolCall['status']): string {
  switch (status) {
    case 'pending':
      return l10n.t('not started');
    case 'running':
      return l10n.t('running');
    case 'done':
      return l10n.t('done');
    case 'failed':
      return l10n.t('failed');
    case 'denied':
      return l10n.t('denied');
    case 'interrupted':
      return l10n.t('interrupted');
  }
}

function updateText(status: FileUpdate['status']): string {
  switch (status) {
    case 'created':
      return l10n.t('created');
    case 'updated':
      return l10n.t('updated');
    case 'deleted':
      return l10n.t('deleted');
    case 'unchanged':
      return l10n.t('unchanged');
    case 'failed':
      return l10n.t('failed');
    case 'untracked':
      return l10n.t('untracked');
  }
}

function changeText(change: DiffContent['change']): string {
  switch (change) {
    case 'create':
      return l10n.t('create');
    case 'update':
      return l10n.t('update');
    case 'delete':
      return l10n.t('delete');
  }
}

/** Renders a call with its input and output, collapsed; `inner` is its subagent's work. */
export function toolMarkdown(
  item: ToolItem,
  inner: readonly string[],
  blobs: BlobResolver,
): string {
  const { call, files = [], notes = [] } = item;
  const contents = shownContents(call);
  const parts = [
    ...inputMarkdown(call, blobs),
    ...inner,
    ...contents.map(content => contentOf(content, blobs)),
    ...files.filter(file => !isShown(file, contents)).map(file => `- ${fileLine(file)}`),
    ...notes.map(note => plainLine(note)),
  ];
  const content = parts.filter(part => part !== '').join('\n\n');
  // A fold with nothing in it would be no use.
  return content === '' ? `<p>${summaryOf(item)}</p>` : collapsed(summaryOf(item), content);
}

/** Describes a changed file, without a bullet. */
export function fileLine({ path, status, added, removed, detail }: FileUpdate): string {
  const why = detail ? `: ${plainLine(detail)}` : '';
  return `${plainLine(path)} (${updateText(status)}, +${added} −${removed})${why}`;
}

function summaryOf({ call, at, runningAt = at, endedAt }: ToolItem): string {
  const { title, target, status, neverBegan } = call;
  // Before, the user may have thought about it for long.
  const hasRun = endedAt !== undefined && status !== 'denied' && !neverBegan;
  const took = hasRun ? `, ${seconds(endedAt - runningAt)}` : '';
  const on = target ? ` ${codeLine(target)}` : '';
  return `${htmlLine(title)}${on} · ${statusText(status)}${took}`;
}

/** Detects a file whose change the output shows already. */
function isShown({ path, status, detail }: FileUpdate, shown: readonly ToolContent[]): boolean {
  return (
    (status === 'created' || status === 'updated') &&
    detail === undefined &&
    shown.some(content => content.type === 'diff' && content.path === path)
  );
}

function contentOf(content: ToolContent, blobs: BlobResolver): string {
  switch (content.type) {
    case 'text':
      return block(l10n.t('Output'), blobs.text(content.text));
    case 'markdown':
      // A web page or a subagent's report: shown as source, not as part of our document.
      return block(l10n.t('Output'), blobs.text(content.text), 'markdown');
    case 'error':
      return block(l10n.t('Error'), blobs.text(content.text));
    case 'terminal':
      return [
        block(l10n.t('Output'), blobs.text(content.stdout)),
        block(l10n.t('Errors'), blobs.text(content.stderr)),
        content.exitCode === undefined ? '' : l10n.t('Exit code {0}', content.exitCode),
      ]
        .filter(part => part !== '')
        .join('\n\n');
    case 'diff':
      return diffOf(content);
    case 'file': {
      const { path, startLine, totalLines } = content;
      const title =
        totalLines === undefined
          ? l10n.t('{0} from line {1}', path, startLine)
          : l10n.t('{0} from line {1} of {2}', path, startLine, totalLines);
      return block(title, blobs.text(content.text), languageOf(path));
    }
    case 'matches':
      return block(
        content.heading ??
          (content.truncated
            ? l10n.t('The first of {0} matches', content.total)
            : l10n.t('{0} matches', content.total)),
        content.matches
          .map(({ path, line, text }) =>
            [path, line, text].filter(part => part !== undefined).join(':'),
          )
          .join('\n'),
      );
    case 'links':
      return content.links
        .map(({ title, url }) => `- ${plainLine(title)}: ${plainLine(url)}`)
        .join('\n');
    case 'image':
      return blobs.image(content.image);
    case 'todos':
      return content.todos.map(todoLine).join('\n');
    case 'answers':
      return content.answers
        .map(({ question, answer }) => `- ${plainLine(question)} **${plainLine(answer)}**`)
        .join('\n');
    case 'fields':
      return content.fields
        .map(({ name, value }) => block(name, blobs.text(value)))
        .filter(part => part !== '')
        .join('\n\n');
  }
}

type DiffContent = Extract<ToolContent, { type: 'diff' }>;

function diffOf(content: DiffContent): string {
  const { path, change, added, removed, hunks } = content;
  const title = `${plainLine(path)} (${changeText(change)}, +${added} −${removed})`;
  const lines = hunks.flatMap(hunk => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines,
  ]);
  return lines.length === 0 ? title : `${title}\n\n${fenced(lines.join('\n'), 'diff')}`;
}

function block(title: string, text: string, language = 'text'): string {
  return text.trim() === '' ? '' : `${plainLine(title)}:\n\n${fenced(text, language)}`;
}
