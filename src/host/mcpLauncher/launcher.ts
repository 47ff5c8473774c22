import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../../node/atomicFile';

interface LauncherPlace {
  /** Folder for Tandem's own files, which updates of the extension leave alone. */
  readonly storage: string;
  /** Folder of the extension, which changes with its version. */
  readonly extensionPath: string;
  /** Node, or the editor acting as Node. */
  readonly execPath: string;
  readonly platform: NodeJS.Platform;
}

/** How an agent starts the MCP server. */
export interface LauncherCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Writes the file that agents start. It has the same path after an update of the extension.
 * @throws the system's error
 */
export async function writeLauncher(place: LauncherPlace): Promise<LauncherCommand> {
  const { path, text, command } = launcherOf(place);
  if ((await textOf(path)) !== text) {
    await writeFileAtomic(path, text, { mode: 0o700 });
  }
  return command;
}

/** Lets a launcher that was written before start the programs of today. */
export async function refreshLauncher(place: LauncherPlace): Promise<void> {
  if ((await textOf(launcherOf(place).path)) !== undefined) {
    await writeLauncher(place);
  }
}

/**
 * Elsewhere than on Windows, the launcher also names the program that runs the server: on remote
 * machines, its path changes with VS Code. On Windows, agents could not start a script.
 */
function launcherOf({ storage, extensionPath, execPath, platform }: LauncherPlace) {
  const server = join(extensionPath, 'dist', 'mcp.js');
  if (platform === 'win32') {
    const path = join(storage, 'tandem-mcp.js');
    const text = `require(${JSON.stringify(server)});\n`;
    const env = { ELECTRON_RUN_AS_NODE: '1' };
    return { path, text, command: { command: execPath, args: [path], env } };
  }
  const path = join(storage, 'tandem-mcp');
  const text = `#!/bin/sh\nELECTRON_RUN_AS_NODE=1 exec ${quoted(execPath)} ${quoted(server)} "$@"\n`;
  return { path, text, command: { command: path, args: [] } };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}
