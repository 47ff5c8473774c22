import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Makes everybody open files by this function. */
export function replaceOpen(open: typeof fs.promises.open): void {
  fs.promises.open = open;
  syncBuiltinESMExports();
}
