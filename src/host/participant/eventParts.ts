import * as l10n from '@vscode/l10n';
import type { Todo } from '../../contract/content';
import type { ConversationEvent } from '../../contract/events';
import type { PromptId } from '../../contract/ids';
import { hookText } from '../../contract/labels/hookText';
import type { Notice } from '../../contract/notices';
import type { Prompt } from '../../contract/prompts';
import { fenced } from '../../core/export/markdown/fences';
import { escapedLine } from '../nativeText/commentMarkdown';
import type { Reply } from '../nativeText/reply';
import { type AskedChannel, showOutcome, showPrompt } from './askParts';
import { ToolParts } from './toolParts';

/** Writes the events of a conversation into a response, as they happen. */
export class EventParts {
  private readonly tools: ToolParts;
  /** UTF-16 units written of each text block. */
  private readonly written = new Map<string, number>();
  private readonly asked = new Map<PromptId, Prompt['kind']>();
  /** Text of the agent that was not written yet: deltas of one batch are one part. */
  private pending = '';
  private isStreaming = false;
  /** Parts of calls that wait for the end of the text that is being written. */
  private later: (() => void)[] = [];

  /** @param cwd folder of the conversation */
  constructor(
    private readonly reply: Reply,
    private readonly channel: AskedChannel,
    cwd: string,
  ) {
    const progress = (text: string) => this.progress(text);
    this.tools = new ToolParts({ ...reply, progress }, cwd);
  }

  show(events: readonly ConversationEvent[]): void {
    for (const event of events) {
      if (event.type !== 'block.delta') {
        this.flush();
      }
      this.showOne(event);
    }
    this.flush();
  }

  /** Shows prompts that are opened or closed, whatever else happens. */
  showAsked(events: readonly ConversationEvent[]): void {
    this.show(events.filter(({ type }) => type === 'prompt.opened' || type === 'prompt.closed'));
  }

  private showOne(event: ConversationEvent): void {
    switch (event.type) {
      case 'block.started':
        if (event.parentToolId === undefined) {
          this.begin(event.blockId, event.kind);
        }
        break;
      case 'block.delta':
        this.append(event.blockId, event.text);
        break;
      case 'block.ended':
        this.end(event.blockId, event.text);
        break;
      case 'block.discarded':
        this.discard(event.blockId);
        break;
      case 'tool.updated':
        this.afterText(() => this.tools.update(event.call));
        break;
      case 'file.updated':
        this.afterText(() => this.tools.file(event.update));
        break;
      case 'todos.changed':
        this.progress(todoText(event.todos));
        break;
      case 'prompt.opened':
        if (!this.asked.has(event.prompt.id)) {
          this.asked.set(event.prompt.id, event.prompt.kind);
          showPrompt(this.reply, event.prompt, this.channel);
        }
        break;
      case 'prompt.closed': {
        const kind = this.asked.get(event.promptId);
        if (kind !== undefined) {
          this.asked.delete(event.promptId);
          showOutcome(this.reply, kind, event.outcome);
        }
        break;
      }
      case 'notice':
        this.notice(event.notice);
        break;
      default:
    }
  }

  private begin(blockId: string, kind: 'text' | 'thinking'): void {
    if (kind === 'thinking') {
      this.progress(l10n.t('Thinking'));
      return;
    }
    this.written.set(blockId, 0);
    this.isStreaming = true;
    this.pending = '\n\n';
  }

  private append(blockId: string, text: string): void {
    const before = this.written.get(blockId);
    if (before !== undefined) {
      this.written.set(blockId, before + text.length);
      this.pending += text;
    }
  }

  /** A block that was not streamed comes whole at its end. */
  private end(blockId: string, text: string | undefined): void {
    const before = this.written.get(blockId);
    if (before === undefined) {
      return;
    }
    this.written.delete(blockId);
    this.pending += text?.slice(before) ?? '';
    this.endText();
  }

  private discard(blockId: string): void {
    const before = this.written.get(blockId);
    if (before === undefined) {
      return;
    }
    this.written.delete(blockId);
    this.pending = '';
    if (before > 0) {
      this.line(l10n.t('The answer starts over.'));
    }
    this.endText();
  }

  private endText(): void {
    this.flush();
    this.isStreaming = false;
    for (const show of this.later.splice(0)) {
      show();
    }
  }

  private afterText(show: () => void): void {
    if (this.isStreaming) {
      this.later.push(show);
    } else {
      show();
    }
  }

  private notice(notice: Notice): void {
    switch (notice.kind) {
      case 'warning':
        this.line(notice.text);
        break;
      case 'compacted':
        this.line(l10n.t('The conversation was compacted'));
        break;
      case 'compacting':
        this.progress(l10n.t('The conversation is being compacted'));
        break;
      case 'retrying':
        this.progress(l10n.t('Attempt {0} after an error of the API', notice.attempt));
        break;
      case 'commandOutput':
        this.reply.markdown(`\n\n${fenced(notice.text, 'text')}\n\n`);
        break;
      case 'terminalOnly':
        this.line(l10n.t('Claude Code has the command /{0} in a terminal only.', notice.command));
        break;
      case 'hook':
        if (notice.result !== 'printed') {
          this.line(hookText(notice));
        }
        break;
      case 'info':
        break;
    }
  }

  /** While text is streamed, progress would cut it in two. */
  private progress(text: string): void {
    if (text !== '' && !this.isStreaming) {
      this.reply.progress(text);
    }
  }

  private line(text: string): void {
    this.reply.markdown(`\n\n*${escapedLine(text)}*\n\n`);
  }

  private flush(): void {
    if (this.pending.trim() !== '') {
      this.reply.said(this.pending);
      this.pending = '';
    }
  }
}

function todoText(todos: readonly Todo[]): string {
  const done = todos.filter(({ status }) => status === 'completed').length;
  const active = todos.find(({ status }) => status === 'in_progress');
  return active
    ? l10n.t('{0} of {1}: {2}', done, todos.length, active.activeText ?? active.text)
    : '';
}
