import { plainOutput } from '../../base/plainOutput';

/** UTF-16 units of output that are kept: as much as the agent gets of its own commands. */
const longestShellOutput = 30_000;

/** Collects the lines of a shell as plain text, and keeps the end of it. */
export class ShellOutput {
  private text = '';
  private isTrimmed = false;

  add(line: string): void {
    this.text += `${plainOutput(line)}\n`;
    // Trimmed rarely: each cut copies the rest, and output comes in small pieces.
    if (this.text.length > 4 * longestShellOutput) {
      this.text = this.text.slice(-2 * longestShellOutput);
      this.isTrimmed = true;
    }
  }

  /** Returns the end of the output, and whether anything before it is left out. */
  tail(longest = longestShellOutput): { readonly output: string; readonly isCut?: true } {
    const output = endOf(this.text.trimEnd(), longest);
    const isCut = this.isTrimmed || output.length < this.text.trimEnd().length;
    return isCut ? { output, isCut } : { output };
  }
}

/** Returns the last UTF-16 units of a text, from the beginning of a line if there is one. */
function endOf(text: string, longest: number): string {
  if (text.length <= longest) {
    return text;
  }
  const cut = text.slice(-longest).replace(/^[\uDC00-\uDFFF]/, '');
  const line = cut.indexOf('\n');
  return line === -1 ? cut : cut.slice(line + 1);
}
