import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { type Progress, provisionOnce } from '../cache';
import { npmCommand, runNpm, runProgram } from '../npmClient';
import { copyTracked } from './checkouts';
import type { PeerSource } from './products';

const packageName = 'peer.vsix';

export interface BuiltPeer {
  /** Folder of the built extension. */
  readonly folder: string;
  readonly packageBytes: number;
}

/**
 * Builds a peer by its own build in a copy of its checkout, once for each commit. Its packages come
 * from the user's npm registry.
 */
export async function buildPeer(
  name: string,
  checkout: string,
  source: PeerSource,
  progress: Progress,
): Promise<BuiltPeer> {
  const { commit, build, leftOut, cliFile } = source;
  const folder = await provisionOnce({
    name: `peer-${name}-${commit.slice(0, 10)}`,
    recipe: JSON.stringify({ steps: 1, commit, build, leftOut, cliFile }),
    progress,
    build: async (target, report) => {
      await copyTracked(checkout, target, leftOut);
      for (const args of build) {
        report(`${name}: npm ${args.join(' ')}`);
        if (args[0] === 'run') await runScript(args, target);
        else await runNpm(args, target, `the packages of ${name}`);
      }
      report(`${name}: packing it`);
      await packFolder(target, join(target, packageName));
      if (cliFile) await putCli(join(target, cliFile));
    },
  });
  return { folder, packageBytes: (await stat(join(folder, packageName))).size };
}

/** Packs an extension without its `node_modules`. */
export function packFolder(folder: string, target: string): Promise<void> {
  return createVSIX({
    ...{ cwd: folder, packagePath: target, dependencies: false },
    ...{ allowMissingRepository: true, skipLicense: true, rewriteRelativeLinks: false },
  });
}

async function runScript(args: readonly string[], folder: string): Promise<void> {
  const [command, ...prefix] = npmCommand();
  await runProgram(command, [...prefix, ...args], { cwd: folder });
}

/** Puts a file there that runs our CLI, because this extension takes no other place for it. */
async function putCli(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(join(dirname(file), 'package.json'), '{ "type": "module" }\n');
  await writeFile(file, '#!/usr/bin/env node\nawait import(process.env.PACED_CLI_FILE);\n', {
    mode: 0o755,
  });
}
