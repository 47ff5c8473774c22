/** Approximate effects of a shell command, sufficient for the commands in tests. */
export interface CommandLine {
  /** True if the command only reads or prints. */
  readonly isHarmless: boolean;
  /** True if each part changes only files below the working folder, named by relative paths. */
  readonly isEdit: boolean;
  /** True if the command has a single part. */
  readonly isSingle: boolean;
  /** Parts that are neither harmless nor edits and do not print into a file. */
  readonly others: readonly string[];
  /** First file that the command would change, as written in the command. */
  readonly changed: string | undefined;
}

const readers = /^(?:cat|echo|printf|ls|head|tail|wc|pwd|seq|true|grep)\b/;
const changers = /^(?:touch|mkdir|rm|rmdir|mv|cp|sed)\b/;

export function readCommand(command: string): CommandLine {
  const parts = command.split(/&&|\|\||[;|\n]/).map(part => part.trim());
  const isPlain = !/[$`]\(|`/.test(command);
  const redirected = parts.map(part => /(?:^|[^>&\d])>{1,2}\s*([^\s&]+)/.exec(part)?.[1]);
  const changed = parts.map((part, index) => redirected[index] ?? lastWord(part));
  const isReader = (part: string, index: number) =>
    redirected[index] === undefined && readers.test(part);
  const isChanger = (part: string, index: number) =>
    (changers.test(part) || readers.test(part)) && !/^(?:\/|\.\.|~)/.test(changed[index] ?? '');
  return {
    isHarmless: isPlain && !/[$]/.test(command) && parts.every(isReader),
    isEdit: isPlain && parts.every(isChanger),
    isSingle: parts.length === 1,
    others: parts.filter(
      (part, index) =>
        redirected[index] === undefined && !readers.test(part) && !changers.test(part),
    ),
    changed: changed.find((_, index) => !isReader(parts[index] ?? '', index)),
  };
}

function lastWord(part: string): string | undefined {
  return changers.test(part) ? part.split(/\s+/).at(-1) : undefined;
}
