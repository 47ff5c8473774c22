import type { ToolItem } from '../../../contract/conversation';
import type { FileUpdate } from '../../../contract/events';
import type { ToolCall, ToolContent } from '../../../contract/tools';
import type { BlobResolver } from './blobResolver';
import { codeLine, collapsed, fenced, htmlLine, languageOf, plainLine } from './fences';
import { seconds } from './times';

const statuses: Record<ToolCall['status'], string> = {
  pending: 'not started',
  running: 'running',
  done: 'done',
  failed: 'failed',
  denied: 'denied',
  interrupted: 'interrupted',
};

/** Renders a call with its input and output, collapsed; `inner` is its subagent's work. */
export function toolMarkdown(
  item: ToolItem,
  inner: readonly string[],
  blobs: BlobResolver,
): string {
  const { call, files = [], notes = [] } = item;
  const parts = [
    ...inputOf(call, blobs),
    ...inner,
    ...call.content.map(content => contentOf(content, blobs)),
    ...files.map(file => `- ${fileLine(file)}`),
    ...notes.map(note => plainLine(note)),
  ];
  return collapsed(summaryOf(item), parts.filter(part => part !== '').join('\n\n'));
}

/** Describes a changed file, without a bullet. */
export function fileLine({ path, status, added, removed, detail }: FileUpdate): string {
  const why = detail ? `: ${plainLine(detail)}` : '';
  return `${plainLine(path)} (${status}, +${added} −${removed})${why}`;
}

function summaryOf({ call, at, endedAt }: ToolItem): string {
  const { title, target, status } = call;
  const took = endedAt === undefined ? '' : `, ${seconds(endedAt - at)}`;
  const on = target ? ` ${codeLine(target)}` : '';
  return `${htmlLine(title)}${on} · ${statuses[status]}${took}`;
}

function inputOf(call: ToolCall, blobs: BlobResolver): string[] {
  const { input, otherInput } = call;
  const rest = otherInput && Object.keys(otherInput).length > 0 ? [json(otherInput, blobs)] : [];
  if (!input) {
    return rest;
  }
  return [...knownInput(call, blobs), ...rest];
}

function knownInput(call: ToolCall, blobs: BlobResolver): string[] {
  const { input } = call;
  if (!input) {
    return [];
  }
  switch (call.family) {
    case 'bash':
      return [fenced(blobs.text(call.input?.command ?? ''), 'sh')];
    case 'write':
      // The output shows the result as a diff, unless there is none.
      return hasDiff(call)
        ? []
        : [fenced(blobs.text(call.input?.content ?? ''), languageOf(call.input?.path ?? ''))];
    case 'edit':
      return hasDiff(call) ? [] : [json(input, blobs)];
    case 'agent':
      return [`Prompt:\n\n${fenced(blobs.text(call.input?.prompt ?? ''), 'text')}`];
    case 'mcp':
    case 'other':
      return [json(call.input?.arguments ?? {}, blobs)];
    default:
      return [json(input, blobs)];
  }
}

function hasDiff(call: ToolCall): boolean {
  return call.content.some(content => content.type === 'diff' && content.hunks.length > 0);
}

function json(value: unknown, blobs: BlobResolver): string {
  return fenced(JSON.stringify(blobs.values(value), null, 2), 'json');
}

function contentOf(content: ToolContent, blobs: BlobResolver): string {
  switch (content.type) {
    case 'text':
      return block('Output', blobs.text(content.text));
    case 'markdown':
      // A web page or a subagent's report: shown as source, not as part of our document.
      return block('Output', blobs.text(content.text), 'markdown');
    case 'error':
      return block('Error', blobs.text(content.text));
    case 'terminal':
      return [
        block('Output', blobs.text(content.stdout)),
        block('Errors', blobs.text(content.stderr)),
        content.exitCode === undefined ? '' : `Exit code ${content.exitCode}`,
      ]
        .filter(part => part !== '')
        .join('\n\n');
    case 'diff':
      return diffOf(content);
    case 'file': {
      const end = content.totalLines === undefined ? '' : ` of ${content.totalLines}`;
      const title = `${content.path} from line ${content.startLine}${end}`;
      return block(title, blobs.text(content.text), languageOf(content.path));
    }
    case 'matches':
      return block(
        content.heading ??
          (content.truncated
            ? `The first of ${content.total} matches`
            : `${content.total} matches`),
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
      return content.todos
        .map(({ status, text }) => `- [${status === 'completed' ? 'x' : ' '}] ${plainLine(text)}`)
        .join('\n');
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

function diffOf(content: Extract<ToolContent, { type: 'diff' }>): string {
  const { path, change, added, removed, hunks } = content;
  const title = `${plainLine(path)} (${change}, +${added} −${removed})`;
  const lines = hunks.flatMap(hunk => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines,
  ]);
  return lines.length === 0 ? title : `${title}\n\n${fenced(lines.join('\n'), 'diff')}`;
}

function block(title: string, text: string, language = 'text'): string {
  return text.trim() === '' ? '' : `${plainLine(title)}:\n\n${fenced(text, language)}`;
}
