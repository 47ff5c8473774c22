import type { JsonObject } from '../../../../src/base/json';
import type { Session } from './session';
import type { SaidLine } from './transcript';
import { addUsage, type Usage } from './usage';

export interface Block extends JsonObject {
  type: string;
}

export interface ToolUse extends Block {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
}

/** A model answer. Writes its stream events as frames and its blocks as session lines. */
export class Answer {
  readonly blocks: Block[] = [];
  stopReason: string | null = null;
  usage: Usage = {};
  private message: JsonObject = {};
  private open: { block: Block; json: string } | undefined;
  private isFirst = true;
  /** Ids of the session lines that hold its tool calls, by call id. */
  readonly lines = new Map<string, string>();

  constructor(
    private readonly session: Session,
    /** Fields for its first frames that name the messages it answers. */
    private readonly prompted: JsonObject,
    /** A subagent's text is not shown; its report contains it. */
    private readonly isSubagent = false,
  ) {}

  get calls(): ToolUse[] {
    return this.blocks.filter((block): block is ToolUse => block.type === 'tool_use');
  }

  get text(): string {
    return this.blocks.map(block => (block.type === 'text' ? String(block.text) : '')).join('');
  }

  read(event: JsonObject): void {
    switch (event.type) {
      case 'message_start':
        this.message = event.message as JsonObject;
        this.usage = addUsage({}, this.message.usage as Usage);
        break;
      case 'content_block_start':
        this.open = { block: { ...(event.content_block as Block) }, json: '' };
        break;
      case 'content_block_delta':
        this.take(event.delta as JsonObject);
        break;
      case 'content_block_stop':
        this.close();
        break;
      case 'message_delta':
        this.stopReason = (event.delta as JsonObject).stop_reason as string;
        this.usage = { ...this.usage, ...(event.usage as Usage) };
        break;
    }
    if (event.type !== 'ping') {
      this.stream(event);
    }
  }

  /** Adds each block to the session as a separate line. */
  store(): void {
    const { transcript } = this.session;
    for (const block of this.blocks) {
      const line = transcript.add('assistant', this.lineOf(block));
      this.lines.set(String(block.id), line);
    }
  }

  /** Returns the message with this one block, as a session line stores it. */
  lineOf(block: Block): SaidLine['message'] {
    const { message, stopReason: stop_reason, usage } = this;
    return { ...message, role: 'assistant', content: [block], stop_reason, usage } as never;
  }

  /** Stores an interrupted answer: keeps partial text and drops other incomplete blocks. */
  abort(): void {
    const { open } = this;
    if (open?.block.type === 'text') {
      this.tell(open.block, { aborted: true });
      this.blocks.push(open.block);
    }
    this.store();
  }

  /** Closes the interrupted stream, after the note about the interruption. */
  end(): void {
    if (this.message.id !== undefined && this.open) {
      this.stream({ type: 'content_block_stop', index: this.blocks.length - 1 });
      this.stream({
        type: 'message_delta',
        delta: { stop_reason: null, stop_sequence: null },
        usage: this.usage,
      });
      this.stream({ type: 'message_stop' });
    }
  }

  private take(delta: JsonObject): void {
    const { open } = this;
    if (!open) {
      return;
    }
    const { block } = open;
    switch (delta.type) {
      case 'text_delta':
        block.text = `${block.text}${delta.text}`;
        break;
      case 'thinking_delta':
        block.thinking = `${block.thinking}${delta.thinking}`;
        break;
      case 'signature_delta':
        block.signature = delta.signature;
        break;
      case 'input_json_delta':
        open.json += delta.partial_json;
        break;
    }
  }

  private close(): void {
    if (!this.open) {
      return;
    }
    const { block, json } = this.open;
    this.open = undefined;
    if (block.type === 'tool_use') {
      const defaults = block.name === 'Edit' ? { replace_all: false } : {};
      block.input = { ...defaults, ...JSON.parse(json || '{}') };
    }
    this.blocks.push(block);
    this.tell(block);
  }

  private tell(block: Block, more: JsonObject = {}): void {
    if (this.isSubagent) {
      return;
    }
    this.session.wire.send({
      type: 'assistant',
      message: {
        ...this.message,
        content: [block],
        stop_reason: null,
        stop_sequence: null,
        context_management: null,
      },
      parent_tool_use_id: null,
      ...more,
      timestamp: new Date().toISOString(),
      ...(this.isFirst ? this.prompted : {}),
    });
    this.isFirst = false;
  }

  private stream(event: JsonObject): void {
    if (!this.isSubagent) {
      this.session.wire.send({
        type: 'stream_event',
        event,
        parent_tool_use_id: null,
        api_message_id: this.message.id,
        ...(event.type === 'message_start' ? this.prompted : {}),
      });
    }
  }
}
