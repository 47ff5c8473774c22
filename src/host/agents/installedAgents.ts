import { join } from 'node:path';

/** Returns where npm puts a package's program below Tandem's own folder for agents. */
export function ownPrograms(
  ownFolder: string,
  program: string,
  platform: NodeJS.Platform,
): readonly string[] {
  // An absolute path and a name with a separator are no names of npm's.
  return /^[\w.-]+$/.test(program)
    ? [join(installFolder(ownFolder, program), 'node_modules', '.bin', npmName(program, platform))]
    : [];
}

/** Folder of one installation. Each agent has its own, so that their dependencies do not meet. */
export function installFolder(ownFolder: string, program: string): string {
  return join(ownFolder, program);
}

function npmName(program: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? `${program}.cmd` : program;
}
