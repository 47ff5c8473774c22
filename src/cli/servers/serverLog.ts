import { readdir, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { sessionSlug } from '../sessions/sessionFolder';

/** Returns the folder in which the CLI keeps its logs, by folders of conversations. */
function cacheFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const home = (platform === 'win32' ? env.USERPROFILE : env.HOME) || homedir();
  switch (platform) {
    case 'darwin':
      return join(home, 'Library', 'Caches', 'claude-cli-nodejs');
    case 'win32': {
      const local = env.LOCALAPPDATA || join(home, 'AppData', 'Local');
      return join(local, 'claude-cli-nodejs', 'Cache');
    }
    default:
      return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'claude-cli-nodejs');
  }
}

/**
 * Finds the newest log that the CLI has written of an MCP server.
 * @param env environment of the CLI
 * @returns its path; undefined if there is none
 */
export async function newestServerLog(
  server: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): Promise<string | undefined> {
  const real = await realpath(cwd).catch(() => cwd);
  const folder = join(cacheFolder(env, platform), sessionSlug(real));
  const wanted = spelled(`mcp-logs-${server}`);
  const folders = (await names(folder)).filter(name => spelled(name) === wanted);
  const paths = await Promise.all(
    folders.map(async name => {
      const found = await names(join(folder, name));
      return found.map(file => join(folder, name, file));
    }),
  );
  // The names begin with the time.
  const [newest] = paths.flat().sort().reverse();
  const entry = newest === undefined ? undefined : await stat(newest).catch(() => undefined);
  return entry?.isFile() ? newest : undefined;
}

function names(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

function spelled(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '-');
}
