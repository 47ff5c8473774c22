import type { FileHandle } from 'node:fs/promises';
import type { TurnCause } from '../../contract/tasks';
import { blocksOf, type ContentBlock } from '../../protocol/blocks';
import type { SystemFrames } from '../../protocol/frameSchemas';
import {
  type ConversationLine,
  isConversationLine,
  parseSessionLine,
} from '../../protocol/sessionLine';
import { readShellInput } from '../frames/shellTags';
import { readUserText } from '../translate/frames/userText';
import { ownText } from './storedPrompt';

const headLength = 64 * 1024;

/** Whether the user wrote this line, rather than the CLI in the user's name. */
export function startsTurn(line: ConversationLine): boolean {
  if (line.type === 'system') {
    return line.subtype === 'local_command' && isPrompt(line.content ?? '', []);
  }
  if (line.type !== 'user' || line.isMeta) {
    return false;
  }
  const blocks = blocksOf(line.message.content);
  const hasResult = blocks.some(block => block.type === 'tool_result');
  return !hasResult && isPrompt(ownText(line.message.content), blocks);
}

/** Returns the prompt of a line that starts a turn. */
export function promptText(line: ConversationLine): string {
  const text =
    line.type === 'user'
      ? ownText(line.message.content)
      : line.type === 'system'
        ? (line.content ?? '')
        : '';
  return commandTyped(text) ?? text;
}

/** Returns the user's first prompt; undefined if it is not near the beginning of the file. */
export async function firstPromptIn(file: FileHandle): Promise<string | undefined> {
  const head = Buffer.alloc(headLength);
  const { bytesRead } = await file.read(head, 0, headLength, 0);
  for (const text of head.toString('utf8', 0, bytesRead).split('\n')) {
    const parsed = parseSessionLine(text);
    if (parsed.kind === 'line' && isConversationLine(parsed.line) && startsTurn(parsed.line)) {
      return promptText(parsed.line);
    }
  }
  return undefined;
}

/** @param blocks blocks of the message, which may be an image alone */
export function isPrompt(text: string, blocks: readonly ContentBlock[]): boolean {
  return (
    commandTyped(text) !== undefined ||
    (text === '' ? blocks.length > 0 : readUserText(text).kind === 'text')
  );
}

/** Rebuilds a slash command or a shell line as typed; both are stored in tags. */
export function commandTyped(text: string): string | undefined {
  const line = readShellInput(text);
  if (line !== undefined) {
    return `!${line}`;
  }
  if (!/^\s*<command-(?:name|message)>/.test(text)) {
    return undefined;
  }
  const name = tag(text, 'command-name');
  // Skills that the agent loads itself are stored the same way, but without the slash.
  return name?.startsWith('/')
    ? [name, tag(text, 'command-args')].filter(Boolean).join(' ')
    : undefined;
}

export interface EndedTask {
  readonly frame: SystemFrames['task_notification'];
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Parses the end of a background task, which the CLI reports to the model in the user's name. */
export function taskEnd(text: string): SystemFrames['task_notification'] | undefined {
  const id = text.startsWith('<task-notification>') ? tag(text, 'task-id') : undefined;
  if (id === undefined) {
    return undefined;
  }
  return {
    type: 'system',
    subtype: 'task_notification',
    task_id: id,
    tool_use_id: tag(text, 'tool-use-id'),
    status: tag(text, 'status'),
    summary: tag(text, 'summary'),
  };
}

/**
 * Returns the task of which such a frame reports the end. The CLI puts its title into quotation marks:
 * `Background command "npm test" completed (exit code 0)`.
 */
export function causeOf({
  status,
  summary,
}: SystemFrames['task_notification']): TurnCause | undefined {
  const title = /"(.+)"/.exec(summary ?? '')?.[1];
  const how = status === 'failed' || status === 'stopped' ? status : 'completed';
  return title === undefined ? undefined : { title, status: how };
}

function tag(text: string, name: string): string | undefined {
  const start = text.indexOf(`<${name}>`);
  const end = text.indexOf(`</${name}>`, start);
  return start === -1 || end === -1 ? undefined : text.slice(start + name.length + 2, end).trim();
}
