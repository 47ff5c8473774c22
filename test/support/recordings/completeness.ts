import { deepEqual, isObject, type JsonObject } from '../../../src/base/json';
import type { Conversation } from '../../../src/contract/conversation';
import type { Row } from './recording';

/**
 * Returns CLI texts that the folded conversations lack. Independent of the translation: searches
 * the result for the recording's own strings. A rule below, with its reason, covers each intended
 * omission.
 */
export function lostTexts(rows: readonly Row[], conversations: readonly Conversation[]): string[] {
  const kept = new Kept(conversations);
  const changed = changedInputs(rows);
  const responses = hookResponses(rows);
  const lost: string[] = [];
  for (const { dir, frame } of rows) {
    if (dir === 'out' && (frame.type === 'assistant' || frame.type === 'user')) {
      for (const block of blocksIn(frame)) {
        lost.push(...lostOf(block, frame, kept, changed, responses));
      }
    }
    if (dir === 'out' && frame.type === 'result' && !kept.has(String(frame.result ?? '').trim())) {
      lost.push(`result: ${String(frame.result)}`);
    }
  }
  return lost;
}

/** All strings, numbers and booleans in the conversations. */
class Kept {
  private readonly strings: string[] = [];
  private readonly values = new Set<unknown>();
  private readonly joined: string;

  constructor(conversations: readonly Conversation[]) {
    for (const conversation of conversations) {
      this.collect(conversation);
    }
    this.joined = this.strings.join('\u0000');
  }

  has(value: unknown): boolean {
    if (value === undefined || value === null || value === '') {
      return true;
    }
    return typeof value === 'string' ? this.joined.includes(value) : this.values.has(value);
  }

  hasLines(text: string): boolean {
    return text.split('\n').every(line => this.has(line));
  }

  private collect(value: unknown): void {
    if (typeof value === 'string') {
      this.strings.push(value);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        // An answer's key is its question.
        this.strings.push(key);
        this.collect(member);
      }
    } else {
      this.values.add(value);
    }
  }
}

function blocksIn(frame: JsonObject): JsonObject[] {
  const content = isObject(frame.message) ? frame.message.content : undefined;
  if (typeof content === 'string') {
    return [{ type: 'text', text: content }];
  }
  return Array.isArray(content) ? content.filter(isObject) : [];
}

function lostOf(
  block: JsonObject,
  frame: JsonObject,
  kept: Kept,
  changed: ReadonlySet<string>,
  responses: ReadonlyMap<string, unknown>,
): string[] {
  switch (block.type) {
    case 'text':
      return kept.has(block.text) || isHiddenText(String(block.text), frame)
        ? []
        : [`text: ${String(block.text)}`];
    case 'thinking':
      return kept.has(block.thinking) ? [] : [`thinking: ${String(block.thinking)}`];
    case 'tool_use':
      // The user's edited input replaces the original.
      return changed.has(String(block.id))
        ? []
        : leaves(block.input)
            .filter(value => !kept.has(value))
            .map(value => `input of ${String(block.id)}: ${String(value)}`);
    case 'tool_result':
      return isKeptResult(
        block,
        frame.tool_use_result ?? responses.get(String(block.tool_use_id)),
        kept,
      )
        ? []
        : [`result of ${String(block.tool_use_id)}: ${resultText(block)}`];
    default:
      return [];
  }
}

function isHiddenText(text: string, frame: JsonObject): boolean {
  return (
    // Echoes and notes for the model.
    frame.isReplay === true ||
    frame.isSynthetic === true ||
    // A subagent's prompt is already the input of its call.
    typeof frame.parent_tool_use_id === 'string' ||
    // The outcome of the turn includes this.
    text.startsWith('[Request interrupted by user') ||
    // Up to 2.1.7, notes for the model have no mark.
    text.startsWith('Stop hook feedback:') ||
    // The typed prompt includes this.
    text.startsWith('<command-message>') ||
    text === '(no content)'
  );
}

function isKeptResult(block: JsonObject, structured: unknown, kept: Kept): boolean {
  const text = resultText(block);
  const plain = text.replace(/^<tool_use_error>([\s\S]*)<\/tool_use_error>$/, '$1');
  const shown = [
    plain,
    // The exit code is a separate field.
    plain
      .replace(/^Exit code \d+\n?/, '')
      .replace(/^\[Request interrupted by user for tool use\]\n?/, ''),
  ];
  if (shown.some(candidate => kept.has(candidate))) {
    return true;
  }
  return (
    // The status includes this.
    /^The user doesn't want to (?:proceed|take this action)/.test(text) ||
    // Marked "never quote or paste any part of it"; the agent's events carry its data.
    text.startsWith('Async agent launched successfully') ||
    // The diff and the list include this.
    /^(?:File created successfully|Todos have been modified|No files found$|\(Bash completed with no output\)$)/.test(
      text,
    ) ||
    kept.hasLines(withoutNumbers(text)) ||
    kept.hasLines(withoutTags(text)) ||
    hasReport(text, kept) ||
    hasLinks(text, kept) ||
    hasStructure(structured, kept)
  );
}

/** Returns whether a result's parts are kept, from which the CLI makes the model's text. */
function hasStructure(structured: unknown, kept: Kept): boolean {
  if (!isObject(structured)) {
    return false;
  }
  // The parts in question; sources of a diff, sizes and bookkeeping are left out.
  const parts = [
    'stdout',
    'stderr',
    'content',
    'file',
    'result',
    'results',
    'plan',
    'answers',
    'newTodos',
    'tasks',
    'task',
    'filenames',
    'new_source',
    'structuredPatch',
    'message',
  ];
  const found = parts
    .flatMap(part => leaves(structured[part]))
    .filter(value => typeof value === 'string');
  const harness = /^\s*<tools-used-before-summary>/;
  return (
    found.length > 0 &&
    found.every(
      text =>
        harness.test(text) || kept.hasLines(text.replace(/^[-+ ]/, '')) || kept.hasLines(text),
    )
  );
}

/** Returns whether a web search is kept: prose, and a line with links as JSON. */
function hasLinks(text: string, kept: Kept): boolean {
  return (
    text.startsWith('Web search results for query:') &&
    text
      .split('\n')
      .every(line =>
        line.startsWith('Links: [')
          ? leaves(JSON.parse(line.slice(7))).every(value => kept.has(value))
          : /^(?:REMINDER: |Web search results for query: )/.test(line) || kept.has(line),
      )
  );
}

/** Returns whether a subagent's report is kept, whose frame for the model is left out. */
function hasReport(text: string, kept: Kept): boolean {
  const [, report] = /\[Subagent hand-back\].*\n([\s\S]*?)\nagentId: /.exec(text) ?? [];
  return report?.split('\n').every(line => kept.has(line.trim())) ?? false;
}

/** Removes the tags around a background command's output (up to 2.0.55). */
function withoutTags(text: string): string {
  return text.startsWith('<status>')
    ? text.replace(
        /<timestamp>.*<\/timestamp>|<status>.*<\/status>|<exit_code>.*<\/exit_code>|<\/?std(?:out|err)>/g,
        '',
      )
    : text;
}

/** Reverses `cat -n`; 2.0.36 adds a reminder for the model. */
function withoutNumbers(text: string): string {
  return text
    .replace(/\n\n<system-reminder>[\s\S]*<\/system-reminder>\n?$/, '')
    .split('\n')
    .map(line => line.replace(/^ *\d+[\t→]/, ''))
    .join('\n');
}

function resultText(block: JsonObject): string {
  const { content } = block;
  if (typeof content === 'string') {
    return content;
  }
  return Array.isArray(content)
    ? content
        .filter(isObject)
        .map(part => (typeof part.text === 'string' ? part.text : String(part.tool_name ?? '')))
        .join('\n')
    : '';
}

function leaves(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(leaves)
    : [value];
}

/** Returns the responses that PostToolUse hooks received, by call. */
function hookResponses(rows: readonly Row[]): ReadonlyMap<string, unknown> {
  const responses = new Map<string, unknown>();
  for (const { frame } of rows) {
    const request = isObject(frame.request) ? frame.request : {};
    const input = isObject(request.input) ? request.input : {};
    if (input.hook_event_name === 'PostToolUse') {
      responses.set(String(request.tool_use_id), input.tool_response);
    }
  }
  return responses;
}

/** Returns the calls that were allowed with an edited input. */
function changedInputs(rows: readonly Row[]): ReadonlySet<string> {
  const asked = new Map<string, JsonObject>();
  const changed = new Set<string>();
  for (const { dir, frame } of rows) {
    if (dir === 'out' && frame.type === 'control_request' && isObject(frame.request)) {
      asked.set(String(frame.request_id), frame.request);
    }
    const envelope = dir === 'in' && isObject(frame.response) ? frame.response : {};
    const request = asked.get(String(envelope.request_id));
    const answer = isObject(envelope.response) ? envelope.response : {};
    if (
      request &&
      isObject(answer.updatedInput) &&
      !deepEqual(answer.updatedInput, request.input)
    ) {
      changed.add(String(request.tool_use_id));
    }
  }
  return changed;
}
