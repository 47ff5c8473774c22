import { rm, rmdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import { deepEqual } from '../../base/json';
import { makeFolder } from '../../node/durableFolder';
import { realOrNearest } from '../../node/realOrNearest';
import { type FileEdits, type PlannedFile, planFile } from './fileEdit';
import { replaceStored } from './replaceStored';
import { isStillStored } from './storedFile';

/** Times that an edit is made anew because somebody else has just written the file. */
const mostAttempts = 5;

/** Changes that were made, and how to take them back. */
export interface SettingsChange {
  /** Paths that were written; empty if the files were already as asked. */
  readonly written: readonly string[];
  /**
   * Puts back the bytes from before. If a file has changed since, only these edits are taken back.
   * @throws UserError that names the file where not even that is possible; nothing is written then
   */
  undo(): Promise<void>;
}

interface WrittenFile {
  readonly edits: FileEdits;
  readonly plan: PlannedFile;
  /** True if the folder was made for the file. */
  readonly madeFolder: boolean;
}

/** Computes what files would contain. @throws UserError as `planFile`; `settings.sameFile` */
export async function planChanges(files: readonly FileEdits[]): Promise<PlannedFile[]> {
  return Promise.all((await distinct(files)).map(planFile));
}

/**
 * Two places may be one file, by a link or in the home folder: edits that are made for one of them
 * would undo those for the other.
 */
async function distinct(files: readonly FileEdits[]): Promise<readonly FileEdits[]> {
  const known = new Map<string, FileEdits>();
  for (const file of files) {
    const real = await realOrNearest(file.path);
    const other = known.get(real);
    if (other && !deepEqual(other.edits, file.edits)) {
      throw new UserError(
        'settings.sameFile',
        l10n.t('{0} and {1} are the same file. Nothing was changed.', other.path, file.path),
      );
    }
    known.set(real, other ?? file);
  }
  return [...known.values()];
}

/**
 * Edits settings files: all of them, or none.
 * @throws UserError as `planFile`; `settings.sameFile`, `settings.unwritable`
 */
export async function changeSettings(files: readonly FileEdits[]): Promise<SettingsChange> {
  // Edits that do not fit are noticed before anything is written.
  await planChanges(files);
  const written: WrittenFile[] = [];
  try {
    for (const edits of await distinct(files)) {
      const one = await writeEdits(edits);
      if (one) {
        written.push(one);
      }
    }
  } catch (error) {
    await takeBack(written);
    throw error;
  }
  return { written: written.map(({ plan }) => plan.path), undo: () => takeBack(written) };
}

async function writeEdits(edits: FileEdits): Promise<WrittenFile | undefined> {
  let madeFolder = false;
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const plan = await planFile(edits);
    if (isSame(plan)) {
      return undefined;
    }
    const folder = dirname(plan.stored.target);
    madeFolder ||= !(await exists(folder));
    // Others use a project's folder, too; the system's mask applies.
    await makeFolder(folder, 0o777);
    if (await replaceStored(plan.stored.target, plan.stored.bytes, plan.after, plan.stored.mode)) {
      return { edits, plan, madeFolder };
    }
  }
  throw new UserError(
    'settings.changed',
    l10n.t('{0} is being written by another program. Try again.', edits.path),
  );
}

async function takeBack(written: readonly WrittenFile[]): Promise<void> {
  const isStill = await Promise.all(written.map(isAsWritten));
  const changed = written.filter((_, index) => !isStill[index]);
  await planChanges(changed.map(({ edits, plan }) => ({ ...edits, edits: plan.inverse })));
  for (const one of [...written].reverse()) {
    const { edits, plan } = one;
    if (!(await putBack(one))) {
      await writeEdits({ ...edits, edits: plan.inverse });
    }
  }
}

function isAsWritten({ edits, plan }: WrittenFile): Promise<boolean> {
  return isStillStored(edits, plan.stored.target, plan.after);
}

/** Restores the bytes from before. Returns false if the file has changed since. */
async function putBack(written: WrittenFile): Promise<boolean> {
  const { plan, madeFolder } = written;
  const { target, bytes, mode } = plan.stored;
  if (!(await isAsWritten(written))) {
    return false;
  }
  if (bytes !== undefined) {
    return replaceStored(target, plan.after, bytes, mode);
  }
  await rm(target, { force: true });
  if (madeFolder) {
    // Somebody may have put something else there: then the folder stays.
    await rmdir(dirname(target)).catch(() => undefined);
  }
  return true;
}

function isSame({ stored, after }: PlannedFile): boolean {
  return stored.bytes === undefined ? after.length === 0 : Buffer.from(after).equals(stored.bytes);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
