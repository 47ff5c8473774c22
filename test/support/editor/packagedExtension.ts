import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageExtension } from '../../../scripts/package';

let packed: Promise<string> | undefined;

/** The path of the extension's package, which is made once in a run. */
export function packagedExtension(): Promise<string> {
  packed ??= mkdtemp(join(tmpdir(), 'package-')).then(folder =>
    packageExtension(join(folder, 'tandem.vsix')),
  );
  return packed;
}
