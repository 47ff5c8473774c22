import { plainOutput } from '../../base/plainOutput';
import { readShellText, type ShellText } from '../../contract/shell';

const input = /^\s*<bash-input>([\s\S]*)<\/bash-input>\s*$/;
const output =
  /^\s*<bash-stdout>([\s\S]*?)<\/bash-stdout>\s*(?:<bash-stderr>([\s\S]*)<\/bash-stderr>\s*)?$/;

/**
 * Writes a shell line as the CLI stores those of its terminal: two texts, so that the terminal shows
 * them as its own when the session is resumed there.
 */
export function toShellTags(text: string): readonly string[] | undefined {
  const line = readShellText(text);
  return (
    line && [
      // The CLI writes the command as it is, and escapes the output.
      `<bash-input>${line.command.replaceAll('</bash-input', '<\\/bash-input')}</bash-input>`,
      `<bash-stdout>${escaped(line.output)}</bash-stdout><bash-stderr></bash-stderr>`,
    ]
  );
}

/** Reads the command of a line that was run with `!`; undefined for any other text. */
export function readShellInput(text: string): string | undefined {
  return input.exec(text)?.[1]?.trim();
}

/** Reads the output of such a line; undefined for any other text. */
export function readShellOutput(text: string): string | undefined {
  const [found, out = '', error = ''] = output.exec(text) ?? [];
  const parts = [out, error].map(part => unescaped(plainOutput(part)).trimEnd());
  return found === undefined ? undefined : parts.filter(part => part !== '').join('\n');
}

/** Reads both, as they stand one after the other. */
export function readShellTags(first: string, second: string): ShellText | undefined {
  const command = readShellInput(first);
  const found = readShellOutput(second);
  return command === undefined || found === undefined ? undefined : { command, output: found };
}

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;' } as const;

function escaped(text: string): string {
  return text.replace(/[&<>]/g, sign => entities[sign as keyof typeof entities]);
}

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt);/g, (_, name: string) =>
    name === 'amp' ? '&' : name === 'lt' ? '<' : '>',
  );
}
