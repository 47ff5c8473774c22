import { type CliVersion, isAtLeast } from '../../launch/version';

/** What a version tells of its tasks and lets be done with them. */
export interface TaskTraits {
  /** Tells when a task begins and ends. */
  readonly hasFrames: boolean;
  /** Stops a subagent that the turn waits for. Older ones say that they did, and it goes on. */
  readonly stopsForeground: boolean;
  /** Tells what a task has printed, when it is asked. */
  readonly givesOutput: boolean;
}

export const newestTraits: TaskTraits = {
  hasFrames: true,
  stopsForeground: true,
  givesOutput: true,
};

export function taskTraits(version: CliVersion): TaskTraits {
  return {
    hasFrames: isAtLeast(version, '2.1.50'),
    stopsForeground: isAtLeast(version, '2.1.200'),
    givesOutput: isAtLeast(version, '2.1.329'),
  };
}
