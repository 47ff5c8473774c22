import { rm, writeFile } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { findExecutable } from '../../../src/node/executable';
import type { Progress } from '../cache';
import { installPackages } from '../debian';
import { runProgram } from '../npmClient';

/** Programs of the recipes in docs/wrapper.md. */
export type WrapperProgram = 'bwrap' | 'setpriv' | 'ssh' | 'sshd';

/** @returns full path; servers are not on every user's PATH */
export function findWrapperProgram(
  name: WrapperProgram,
  { PATH = '' }: NodeJS.ProcessEnv = process.env,
): Promise<string | undefined> {
  const env = { PATH: [PATH, '/usr/sbin'].join(delimiter) };
  return findExecutable(name, { env, platform: process.platform });
}

/** Installs the SSH server for tests that start their own; the system's is not to run. */
export async function provideSshServer(progress: Progress): Promise<void> {
  const policy = '/usr/sbin/policy-rc.d';
  const isOurs = await writeFile(policy, '#!/bin/sh\nexit 101\n', { flag: 'wx', mode: 0o755 }).then(
    () => true,
    // The system has a policy of its own, or we are not root, which the installation reports.
    () => false,
  );
  try {
    await installPackages(['openssh-server', 'openssh-client'], progress);
  } finally {
    if (isOurs) await rm(policy, { force: true });
  }
  await runProgram('systemctl', ['disable', 'ssh.service', 'ssh.socket']).catch(() =>
    progress('This system has no systemd, so that no SSH server starts with it'),
  );
}
