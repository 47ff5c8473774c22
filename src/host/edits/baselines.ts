import { createHash } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobId } from '../../contract/ids';
import { writeFileAtomic } from '../../node/atomicFile';

/**
 * Contents of files as they were before and after edits, each kept once under the sha256 of its bytes.
 * Only the person can read the files: they are copies of whatever the agent touches.
 */
export class Baselines {
  /** @param folder absolute; created with the first content */
  constructor(private readonly folder: string) {}

  /** @throws the system's error when it cannot be written */
  async put(bytes: Uint8Array): Promise<BlobId> {
    const ref = digest(bytes);
    const path = this.pathOf(ref);
    if (!(await exists(path))) {
      await writeFileAtomic(path, bytes);
    }
    return ref;
  }

  /** `undefined` when it is not there, or is not what was put: half a file is no baseline. */
  async get(ref: BlobId): Promise<Uint8Array | undefined> {
    if (!isRef(ref)) {
      return undefined;
    }
    const bytes = await readFile(this.pathOf(ref)).catch(() => undefined);
    return bytes && digest(bytes) === ref ? bytes : undefined;
  }

  private pathOf(ref: BlobId): string {
    return join(this.folder, ref.slice(0, 2), ref);
  }
}

/** Refs come back from the page and from tab addresses, and become file names. */
export function isRef(text: string): text is BlobId {
  return /^[0-9a-f]{64}$/.test(text);
}

function digest(bytes: Uint8Array): BlobId {
  return createHash('sha256').update(bytes).digest('hex') as BlobId;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
