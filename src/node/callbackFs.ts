import {
  close,
  fstat,
  lstat as lstatWithCallback,
  open,
  read,
  stat as statWithCallback,
} from 'node:fs';
import { promisify } from 'node:util';

/**
 * Calls of the file system that cost the extension host's thread half as much as those of
 * `fs/promises`, by numbers instead of file handles.
 */
export const openNumber = promisify(open);
export const statNumber = promisify(fstat);
export const readNumber = promisify(read);
export const closeNumber = promisify(close);
export const lstat = promisify(lstatWithCallback);
export const statPath = promisify(statWithCallback);
