import { linesOf, mergeRegions, type ThreeTexts } from './merge';

const [oursMark, middleMark, theirsMark] = ['<<<<<<< ', '=======', '>>>>>>> '];

/** The merged text with both sides of each conflict between the marks that editors know. */
export function markConflicts(
  texts: ThreeTexts,
  names: { readonly ours: string; readonly theirs: string },
): string[] {
  const lineEnd = [...texts.ours, ...texts.theirs]
    .find(line => line.endsWith('\n'))
    ?.endsWith('\r\n')
    ? '\r\n'
    : '\n';
  const whole = (lines: readonly string[]) =>
    lines.map(line => (/[\r\n]$/.test(line) ? line : line + lineEnd));
  return mergeRegions(texts).flatMap(({ kind, ours, theirs }) => {
    const [mine, yours] = [linesOf(texts.ours, ours), linesOf(texts.theirs, theirs)];
    return kind === 'conflict'
      ? [
          `${oursMark}${names.ours}${lineEnd}`,
          ...whole(mine),
          `${middleMark}${lineEnd}`,
          ...whole(yours),
          `${theirsMark}${names.theirs}${lineEnd}`,
        ]
      : kind === 'theirs'
        ? yours
        : mine;
  });
}
