import { basename, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { FileUpdate } from '../../contract/fileUpdates';
import type { ToolCallId } from '../../contract/ids';
import type { ToolCall, ToolContent } from '../../contract/tools';
import { nearPath } from '../editor/nearPath';
import { codeSpan } from '../nativeText/codeSpan';
import { escapedLine } from '../nativeText/commentMarkdown';
import type { Reply } from '../nativeText/reply';
import { fileTree } from './fileTree';

/** UTF-16 units of a target and of an error in a line. */
const mostUnits = 300;
/** Files with matches that are listed. */
const mostMatches = 20;

/** Shows the tool calls of a response: as progress while they run, by a line or a part afterwards. */
export class ToolParts {
  private readonly begun = new Set<ToolCallId>();
  private readonly ended = new Set<ToolCallId>();

  /** @param cwd folder that relative paths of calls begin at */
  constructor(
    private readonly reply: Reply,
    private readonly cwd: string,
  ) {}

  /** Shows the present state of a call, unless it was shown already. */
  update(call: ToolCall): void {
    const { id, status } = call;
    const isOver = status !== 'pending' && status !== 'running';
    if (!isOver) {
      if (call.input !== undefined && !this.begun.has(id) && !isQuiet(call)) {
        this.begun.add(id);
        this.reply.progress(progressText(call, this.cwd));
      }
      return;
    }
    if (this.ended.has(id)) {
      return;
    }
    this.ended.add(id);
    // Calls of subagents are their own matter; a question or a plan was shown when it was asked.
    if (call.parentToolId === undefined && !isQuiet(call)) {
      this.showEnd(call);
    }
  }

  /** Shows what became of a file, with a link to the first line that differs. */
  file({ path, status, added, removed, hunks, detail }: FileUpdate): void {
    const name = nearPath(path, this.cwd);
    const counts = `+${added} −${removed}`;
    switch (status) {
      case 'created':
      case 'updated': {
        const verb = status === 'created' ? l10n.t('Created') : l10n.t('Edited');
        this.reply.markdown(`\n\n${escapedLine(verb)} `);
        this.reply.anchor(path, basename(path), firstChange(hunks));
        this.reply.markdown(` ${escapedLine(counts)}\n\n`);
        break;
      }
      case 'deleted':
        this.line(`${escapedLine(l10n.t('Deleted'))} ${codeSpan(name)}`);
        break;
      case 'failed':
      case 'untracked':
        this.line(
          `${escapedLine(l10n.t('Not tracked:'))} ${codeSpan(name)} ${escapedLine(detail ?? '')}`,
        );
        break;
      case 'unchanged':
        break;
    }
  }

  private showEnd(call: ToolCall): void {
    const { status, title } = call;
    const what = `${escapedLine(title)} ${codeSpan(targetOf(call, this.cwd))}`.trimEnd();
    if (status === 'denied') {
      this.line(`${escapedLine(l10n.t('Denied:'))} ${what}`);
    } else if (status === 'interrupted') {
      this.line(`${escapedLine(l10n.t('Interrupted:'))} ${what}`);
    } else if (status === 'failed') {
      const why = errorOf(call.content);
      this.line(
        `${escapedLine(l10n.t('Failed:'))} ${what}${why === '' ? '' : ` ${codeSpan(why)}`}`,
      );
    } else {
      this.showResult(call, what);
    }
  }

  private showResult(call: ToolCall, what: string): void {
    switch (call.family) {
      case 'read':
        if (call.input) {
          this.reply.reference(resolve(this.cwd, call.input.path));
        }
        break;
      case 'list':
      case 'glob':
        this.listing(call.content);
        break;
      case 'grep':
        for (const path of pathsIn(call.content, this.cwd).slice(0, mostMatches)) {
          this.reply.reference(path);
        }
        break;
      case 'edit':
      case 'write':
      case 'notebookEdit':
        // The file itself is shown when it has changed.
        break;
      case 'bash':
        this.line(`${escapedLine(l10n.t('Ran'))} ${codeSpan(targetOf(call, this.cwd))}`);
        break;
      default:
        this.line(`${escapedLine(l10n.t('Used'))} ${what}`);
    }
  }

  private listing(content: readonly ToolContent[]): void {
    const tree = fileTree(pathsIn(content, this.cwd), this.cwd);
    if (tree.length > 0) {
      this.reply.tree(tree, this.cwd);
    }
  }

  private line(markdown: string): void {
    this.reply.markdown(`\n\n${markdown}\n\n`);
  }
}

/** True for calls that a response shows by other means, or that say nothing to the user. */
function isQuiet({ family }: ToolCall): boolean {
  return ['todoWrite', 'task', 'question', 'plan'].includes(family);
}

function progressText(call: ToolCall, cwd: string): string {
  const target = targetOf(call, cwd);
  switch (call.family) {
    case 'bash':
      return l10n.t('Running {0}', target);
    case 'read':
      return l10n.t('Reading {0}', target);
    case 'edit':
    case 'write':
    case 'notebookEdit':
      return l10n.t('Editing {0}', target);
    case 'list':
    case 'glob':
    case 'grep':
    case 'webSearch':
      return l10n.t('Searching {0}', target);
    case 'webFetch':
      return l10n.t('Fetching {0}', target);
    default:
      return `${call.title} ${target}`.trim();
  }
}

function targetOf(call: ToolCall, cwd: string): string {
  const { target = '' } = call;
  const hasPath = ['read', 'edit', 'write', 'notebookEdit', 'list'].includes(call.family);
  const text = hasPath && target !== '' ? nearPath(target, cwd) : target;
  return text.length > mostUnits ? `${text.slice(0, mostUnits)}…` : text;
}

function errorOf(content: readonly ToolContent[]): string {
  const error = content.find(({ type }) => type === 'error');
  const text = error?.type === 'error' && typeof error.text === 'string' ? error.text : '';
  return (text.trim().split('\n', 1)[0] ?? '').slice(0, mostUnits);
}

function pathsIn(content: readonly ToolContent[], cwd: string): readonly string[] {
  const found = content.flatMap(one => (one.type === 'matches' ? one.matches : []));
  return [...new Set(found.map(({ path }) => resolve(cwd, path)))];
}

/** Line of the first change in a file as it is now, 1-based. */
function firstChange(hunks: FileUpdate['hunks'] = []): number | undefined {
  const [first] = hunks;
  if (!first) {
    return undefined;
  }
  const at = first.lines.findIndex(line => line.startsWith('+') || line.startsWith('-'));
  const before = first.lines.slice(0, Math.max(0, at)).filter(line => !line.startsWith('-'));
  return Math.max(1, first.newStart + before.length);
}
