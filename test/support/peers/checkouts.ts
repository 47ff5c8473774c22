import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { runProgram } from '../npmClient';
import type { PeerSource } from './products';

/** Why a checkout cannot be used: one sentence, with the command that helps. */
export class CheckoutError extends Error {}

/** Runs git in a folder. @returns its output */
export type Git = (folder: string, ...args: readonly string[]) => Promise<string>;

/**
 * Finds the checkout of a peer in the folder that the user names. Never downloads one.
 * @throws CheckoutError if it is missing, at another commit, or changed
 */
export async function findCheckout(
  folder: string,
  { repository, commit }: PeerSource,
  git: Git = runGit,
): Promise<string> {
  // The name that `git clone` gives it.
  const name = basename(repository);
  const path = join(resolve(folder), name);
  if (!existsSync(join(path, '.git'))) {
    throw new CheckoutError(
      `There is no checkout of ${name} in ${resolve(folder)}: run "git clone ${repository} ${path} && git -C ${path} checkout ${commit}".`,
    );
  }
  const head = (await git(path, 'rev-parse', 'HEAD')).trim();
  if (head !== commit) {
    throw new CheckoutError(
      `${path} is at commit ${head.slice(0, 12)}, but ${commit.slice(0, 12)} is compared: run "git -C ${path} checkout ${commit}".`,
    );
  }
  const changed = (await git(path, 'status', '--porcelain', '--untracked-files=no')).trim();
  if (changed) {
    throw new CheckoutError(
      `${path} has changes, for example "${changed.split('\n')[0]?.trim()}": run "git -C ${path} stash".`,
    );
  }
  return path;
}

/** Copies the tracked files of a checkout. Files that it does not contain (sparse) are left out. */
export async function copyTracked(
  checkout: string,
  target: string,
  leftOut: readonly string[],
  git: Git = runGit,
): Promise<void> {
  const files = (await git(checkout, 'ls-files', '-z')).split('\0').filter(Boolean);
  for (const file of files) {
    const isLeftOut = leftOut.some(path => file === path || file.startsWith(path));
    if (isLeftOut || !existsSync(join(checkout, file))) continue;
    await mkdir(dirname(join(target, file)), { recursive: true });
    await copyFile(join(checkout, file), join(target, file));
  }
}

function runGit(folder: string, ...args: readonly string[]): Promise<string> {
  return runProgram('git', ['-C', folder, ...args]);
}
