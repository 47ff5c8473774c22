import { execFileSync } from 'node:child_process';

/** Creates a repository in a folder, with all of its files in one commit. */
export function commitAll(root: string): void {
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@b.c'];
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    // No tidying up in the background: it would go on during the measurement.
    [...author, '-c', 'gc.auto=0', 'commit', '-qm', 'first'],
  ]) {
    execFileSync('git', args, { cwd: root });
  }
}
