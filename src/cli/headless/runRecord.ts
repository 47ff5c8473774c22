import { asNumber, asString, isObject, type JsonObject } from '../../base/json';
import type { ProcessExit } from '../../node/spawnProcess';
import type { Frame, ParsedLine } from '../../protocol/frames';
import { readStreamPart } from '../../protocol/streamEvents';
import { exitError } from '../launch/startError';
import type { HeadlessDenial, HeadlessResult, HeadlessUsage } from './headlessTypes';
import {
  endingOf,
  endingWithoutResult,
  type RunEnding,
  type RunLimits,
  stoppedEnding,
  unmetSchema,
} from './runEnding';

/** Tool that takes the value of a schema. */
const valueTool = 'StructuredOutput';

/**
 * Answers in a row without a value, or with one that does not meet the schema, after which a run
 * ends: some versions ask without end.
 */
const mostUnmet = 5;

export interface RecordOptions extends RunLimits {
  onText(text: string): void;
}

/** Reads the frames of a run, for its result. */
export class RunRecord {
  private readonly streamed = new Set<string>();
  private readonly calls = new Map<string, { tool: string; input: JsonObject }>();
  private readonly denied = new Map<string, HeadlessDenial>();
  private last: { frame: Extract<Frame, { type: 'result' }>; line: string } | undefined;
  private written = '';
  private assistantTurns = 0;
  private unmet = 0;
  private sessionId: string | undefined;
  private errorKind: string | undefined;

  constructor(private readonly options: RecordOptions) {}

  /** True if the agent has failed to meet the schema so often that it will not. */
  get isHopeless(): boolean {
    return this.unmet >= mostUnmet;
  }

  /** True once a turn has ended. */
  get hasResult(): boolean {
    return this.last !== undefined;
  }

  read(parsed: ParsedLine, line: string): void {
    if (parsed.kind !== 'frame') {
      return;
    }
    const { frame } = parsed;
    const { session_id: session } = frame as JsonObject;
    this.sessionId = asString(session) ?? this.sessionId;
    switch (frame.type) {
      case 'stream_event':
        this.readStream(frame);
        break;
      case 'assistant':
        this.readAnswer(frame);
        break;
      case 'user':
        this.readResults(frame);
        break;
      case 'system':
        if (frame.subtype === 'permission_denied') {
          this.deny(frame.tool_use_id);
        }
        break;
      case 'result':
        this.last = { frame, line };
        break;
      default:
    }
  }

  /** @param durationMs for a run that has not told it */
  result(
    exit: ProcessExit | undefined,
    wasStopped: boolean,
    stderr: string,
    durationMs: number,
  ): HeadlessResult {
    const { frame, line } = this.last ?? {};
    const { outcome, error } = this.ending(exit, wasStopped, stderr);
    const structured = frame?.structured_output;
    const usage = frame && usageOf(frame.usage);
    const cost = frame?.total_cost_usd;
    return {
      outcome,
      text: frame?.result ?? this.written,
      denials: this.denials(frame),
      turns: frame?.num_turns ?? this.assistantTurns,
      durationMs: frame?.duration_ms ?? durationMs,
      ...(structured === undefined || structured === null ? {} : { structured }),
      ...(cost === undefined ? {} : { costUsd: cost }),
      ...(usage ? { usage } : {}),
      ...(this.sessionId === undefined ? {} : { sessionId: this.sessionId }),
      ...(error ? { error } : {}),
      ...(typeof exit?.code === 'number' ? { exitCode: exit.code } : {}),
      ...(line === undefined ? {} : { line }),
    };
  }

  private readStream(frame: Extract<Frame, { type: 'stream_event' }>): void {
    if (!isMain(frame)) {
      return;
    }
    const part = readStreamPart(frame);
    if (part.kind === 'messageStart') {
      this.streamed.add(part.id);
    } else if (part.kind === 'delta' && part.of === 'text') {
      this.options.onText(part.text);
    }
  }

  private readAnswer(frame: Extract<Frame, { type: 'assistant' }>): void {
    const { message } = frame;
    for (const block of blocksOf(message.content)) {
      if (block.type === 'tool_use' && typeof block.id === 'string') {
        const input = isObject(block.input) ? block.input : {};
        const tool = String(block.name);
        this.calls.set(block.id, { tool, input });
        this.unmet = tool === valueTool ? this.unmet : 0;
      }
    }
    if (!isMain(frame)) {
      return;
    }
    this.assistantTurns += 1;
    this.errorKind = frame.error ?? this.errorKind;
    const text = blocksOf(message.content)
      .map(block => (block.type === 'text' ? (asString(block.text) ?? '') : ''))
      .join('');
    if (text !== '') {
      this.written = text;
      this.unmet += this.options.hasSchema ? 1 : 0;
    }
    if (text !== '' && !(message.id !== undefined && this.streamed.has(message.id))) {
      this.options.onText(text);
    }
  }

  private readResults(frame: Extract<Frame, { type: 'user' }>): void {
    for (const block of blocksOf(frame.message.content)) {
      const call = this.calls.get(String(block.tool_use_id));
      if (block.type === 'tool_result' && call?.tool === valueTool) {
        this.unmet = block.is_error === true ? this.unmet + 1 : 0;
      }
    }
  }

  private deny(id: string): void {
    const call = this.calls.get(id);
    if (call) {
      this.denied.set(id, { ...call, toolUseId: id });
    }
  }

  private denials(frame: JsonObject | undefined): readonly HeadlessDenial[] {
    const listed = frame?.permission_denials;
    const denials = (Array.isArray(listed) ? listed : []).filter(isObject).map(one => ({
      tool: asString(one.tool_name) ?? '',
      toolUseId: asString(one.tool_use_id) ?? '',
      input: isObject(one.tool_input) ? one.tool_input : {},
    }));
    const known = new Set(denials.map(({ toolUseId }) => toolUseId));
    return [...denials, ...[...this.denied.values()].filter(one => !known.has(one.toolUseId))];
  }

  private ending(exit: ProcessExit | undefined, wasStopped: boolean, stderr: string): RunEnding {
    const { frame } = this.last ?? {};
    if (this.isHopeless && typeof frame?.structured_output !== 'object') {
      return unmetSchema();
    }
    if (frame) {
      const ending = endingOf(frame, this.errorKind, this.options);
      // `claude -p` fails then, too: work after the result may be lost.
      const isBad = exit !== undefined && exit.code !== 0 && !wasStopped;
      return isBad && ending.outcome === 'success'
        ? { outcome: 'failed', error: exitError(exit, stderr) }
        : ending;
    }
    return wasStopped
      ? stoppedEnding()
      : endingWithoutResult(exit ?? noExit, stderr, this.sessionId !== undefined);
  }
}

const noExit: ProcessExit = { code: null, signal: null };

function usageOf(usage: JsonObject | undefined): HeadlessUsage | undefined {
  return (
    usage && {
      input: asNumber(usage.input_tokens) ?? 0,
      output: asNumber(usage.output_tokens) ?? 0,
      cacheRead: asNumber(usage.cache_read_input_tokens) ?? 0,
      cacheWrite: asNumber(usage.cache_creation_input_tokens) ?? 0,
    }
  );
}

function isMain(frame: object): boolean {
  const { parent_tool_use_id: parent } = frame as JsonObject;
  return parent === undefined || parent === null;
}

function blocksOf(content: unknown): readonly JsonObject[] {
  return Array.isArray(content) ? content.filter(isObject) : [];
}
