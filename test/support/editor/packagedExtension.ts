import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageExtension } from '../../../scripts/package';
import { builtVariable } from '../built';

let packed: Promise<string> | undefined;

/** Returns the path of the packaged extension, which is packed once per run. */
export function packagedExtension(): Promise<string> {
  packed ??= mkdtemp(join(tmpdir(), 'package-')).then(folder =>
    packageExtension(join(folder, 'tandem.vsix'), process.env[builtVariable] !== undefined),
  );
  return packed;
}
