import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

const longest = 200;

/**
 * The name of the folder in which the CLI keeps the sessions of a working folder. Different folders
 * can have one name. `path` must be the real path, without symbolic links.
 */
export function sessionSlug(path: string): string {
  const slug = path.replace(/[^A-Za-z0-9]/g, '-');
  return slug.length <= longest ? slug : `${slug.slice(0, longest)}-${hashOf(path)}`;
}

function hashOf(path: string): string {
  let hash = 0;
  for (let at = 0; at < path.length; at++) {
    hash = (Math.imul(hash, 31) + path.charCodeAt(at)) | 0;
  }
  return Math.abs(hash).toString(36);
}

/** `CLAUDE_CONFIG_DIR` or `~/.claude`; `env` is what the CLI is started with. */
export function configFolder(env: NodeJS.ProcessEnv, home = homeOf(env)): string {
  return env.CLAUDE_CONFIG_DIR || join(home, '.claude');
}

/** The home folder as the CLI finds it in its own environment. */
function homeOf(env: NodeJS.ProcessEnv): string {
  return (process.platform === 'win32' ? env.USERPROFILE : env.HOME) || homedir();
}

/** Where the sessions of a working folder are. It may not exist. */
export async function sessionFolder(
  cwd: string,
  env: NodeJS.ProcessEnv,
  home?: string,
): Promise<string> {
  let real = cwd;
  try {
    real = await realpath(cwd);
  } catch {
    // A folder that is gone keeps its sessions under its name.
  }
  return join(configFolder(env, home), 'projects', sessionSlug(real));
}
