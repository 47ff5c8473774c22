import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findRepository } from '../../../../src/node/git/repository';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tandem-repository-')));
});
afterEach(() => rmSync(root, { recursive: true }));

it.skipIf(process.platform === 'win32')(
  'does not wait for pipes in the place of files',
  async () => {
    mkdirSync(join(root, '.git'));
    execFileSync('mkfifo', [join(root, '.git', 'HEAD'), join(root, '.git', 'commondir')]);
    const gitFolder = join(root, '.git');
    expect(await findRepository(root)).toEqual({ root, gitFolder, commonFolder: gitFolder });
  },
);
