import { type CliVersion, isAtLeast } from '../../launch/version';

/** Task features of a CLI version. */
export interface TaskTraits {
  /** Whether the version reports when a task begins and ends. */
  readonly hasFrames: boolean;
  /**
   * Whether a subagent can be stopped while the turn waits for it. Older versions claim to do so,
   * but it continues.
   */
  readonly stopsForeground: boolean;
  /** Whether a task's output can be requested, as far as is known by now. */
  givesOutput(): boolean;
}

export const newestTraits: TaskTraits = {
  hasFrames: true,
  stopsForeground: true,
  givesOutput: () => true,
};

export function taskTraits(
  version: CliVersion,
  givesOutput: TaskTraits['givesOutput'],
): TaskTraits {
  return {
    hasFrames: isAtLeast(version, '2.1.50'),
    stopsForeground: isAtLeast(version, '2.1.200'),
    givesOutput,
  };
}
