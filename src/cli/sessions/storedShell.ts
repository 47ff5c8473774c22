import type { ConversationEvent } from '../../contract/events';
import type { MessageId } from '../../contract/ids';
import type { ShellText } from '../../contract/shell';
import type { ConversationLine } from '../../protocol/sessionLine';
import { readShellInput, readShellOutput } from '../frames/shellTags';
import { ownText, shellContext } from './storedPrompt';

/** Returns what lines of the terminal's shell have shown, by the id of the line. */
export function shellOutputsIn(chain: readonly ConversationLine[]): ReadonlyMap<string, string> {
  const outputs = new Map<string, string>();
  let last: string | undefined;
  for (const line of chain) {
    const text = textOf(line);
    const output = readShellOutput(text);
    if (last !== undefined && output !== undefined) {
      outputs.set(last, output);
    }
    last = readShellInput(text) === undefined ? undefined : line.uuid;
  }
  return outputs;
}

export function isShellOutput(line: ConversationLine): boolean {
  return readShellOutput(textOf(line)) !== undefined;
}

/** Returns a line of the terminal's shell as the message that it stands for. */
export function shellPrompt(messageId: MessageId, line: ShellText, at: number): ConversationEvent {
  const context = [shellContext(line)];
  return { type: 'prompt.sent', messageId, at, text: `!${line.command}`, images: [], context };
}

function textOf(line: ConversationLine): string {
  return line.type === 'user' && !line.isMeta ? ownText(line.message.content) : '';
}
