import type { FileDiff } from './splitDiff';

/** UTF-16 units of the changes of one file, and of all files together. */
export const longestFile = 120_000;
const longestDiff = 400_000;

interface Fitting {
  readonly taken: readonly FileDiff[];
  readonly tooLarge: readonly string[];
}

/** Takes as many files as a run can read, in their order, and leaves out those that are too large. */
export function fitting(
  files: readonly FileDiff[],
  limits = { file: longestFile, all: longestDiff },
): Fitting {
  const taken: FileDiff[] = [];
  const tooLarge: string[] = [];
  let length = 0;
  for (const file of files) {
    const { text, path } = file;
    if (text.length > limits.file || length + text.length > limits.all) {
      tooLarge.push(path);
    } else {
      taken.push(file);
      length += text.length;
    }
  }
  return { taken, tooLarge };
}
