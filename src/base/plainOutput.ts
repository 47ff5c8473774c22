/** Maximum bytes of output that are shown. */
export const longestOutput = 256 * 1024;

/** Terminal escape sequences: colors, cursor moves, titles and links. */
const escapes =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are made of control characters.
  /\u001b(?:\[[0-?]*[ -/]*(?:[@-~]|$)|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[PX^_][^\u001b]*\u001b\\|[ -/]*[0-~])|\u009b[0-?]*[ -/]*[@-~]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are left out.
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Converts terminal output to plain text; an overwritten line keeps its last form. */
export function plainOutput(text: string): string {
  return text
    .replace(escapes, '')
    .split('\n')
    .map(line => {
      const whole = line.endsWith('\r') ? line.slice(0, -1) : line;
      return whole.slice(whole.lastIndexOf('\r') + 1).replace(controls, '');
    })
    .join('\n');
}
