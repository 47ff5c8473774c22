import { join } from 'node:path';
import { CodeCache } from './codeCache';
import type { OwnCode } from './keepCode';
import { OwnFiles } from './ownFiles';

/**
 * Called by the built code in place of `require` for the other files of the bundle, and at first the
 * same. See `scripts/hostFiles`; absent where the host is one file.
 */
declare let ownFile: ((name: string) => unknown) | undefined;

/** From now on, files of the bundle are loaded with the code that earlier windows have compiled. */
export function useOwnCode(storage: string): OwnCode | undefined {
  if (typeof ownFile !== 'function') {
    return undefined;
  }
  const cache = new CodeCache(join(storage, 'codeCache'));
  const files = new OwnFiles(__filename, cache, ownFile);
  ownFile = files.load;
  return { folder: __dirname, files, cache };
}
