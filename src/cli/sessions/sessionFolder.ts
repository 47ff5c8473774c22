import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

const longest = 200;

/**
 * Returns the name of the folder in which the CLI keeps the sessions of a working folder. Different
 * folders can have the same name.
 * @param path real path, without symbolic links
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

/** Returns `CLAUDE_CONFIG_DIR` or `~/.claude`; `env` is the CLI's environment. */
export function configFolder(env: NodeJS.ProcessEnv, home = homeOf(env)): string {
  return env.CLAUDE_CONFIG_DIR || join(home, '.claude');
}

/** Returns the home folder as the CLI finds it in its environment. */
function homeOf(env: NodeJS.ProcessEnv): string {
  return (process.platform === 'win32' ? env.USERPROFILE : env.HOME) || homedir();
}

/** Returns the folder with the sessions of a working folder. It may not exist. */
export async function sessionFolder(
  cwd: string,
  env: NodeJS.ProcessEnv,
  home?: string,
): Promise<string> {
  let real = cwd;
  try {
    real = await realpath(cwd);
  } catch {
    // A deleted folder keeps its sessions under its name.
  }
  return join(configFolder(env, home), 'projects', sessionSlug(real));
}
