import { readFileSync } from 'node:fs';
import type { Progress } from './cache';
import { runProgram } from './npmClient';

/** Whether programs that are missing can be installed without asking. */
export function isDebianAsRoot(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/** @throws what apt-get has printed */
export async function installPackages(names: readonly string[], progress: Progress): Promise<void> {
  progress(`Installing Debian\u2019s packages: apt-get install ${names.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runProgram('apt-get', ['update', '-q'], { env });
  await runProgram('apt-get', ['install', '-qy', '--no-install-recommends', ...names], { env });
}
