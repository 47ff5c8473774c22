import { stat } from 'node:fs/promises';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { type Environment, mergeEnvironment, readVariable } from './environment';

/** An environment of Python that has its own folder of programs. */
export interface PythonEnvironment {
  readonly kind: 'venv' | 'conda';
  /** Absolute path. */
  readonly prefix: string;
}

/**
 * Recognizes an environment by its files.
 * @param path its folder, or its interpreter: `prefix/bin/python`, `prefix\\python.exe`
 * @returns undefined for the system's Python, which needs no variables
 */
export async function pythonEnvironmentAt(path: string): Promise<PythonEnvironment | undefined> {
  // A separator inside a name would add further folders to PATH.
  if (!isAbsolute(path) || path.includes(delimiter) || /\p{Cc}/u.test(path)) {
    return undefined;
  }
  for (const prefix of [path, dirname(path), dirname(dirname(path))]) {
    if (await exists(join(prefix, 'pyvenv.cfg'))) {
      return { kind: 'venv', prefix };
    }
    if (await exists(join(prefix, 'conda-meta'))) {
      return { kind: 'conda', prefix };
    }
  }
  return undefined;
}

/** Returns an environment in which programs of the Python environment come first. */
export function withPython(
  env: Environment,
  { kind, prefix }: PythonEnvironment,
  platform: NodeJS.Platform,
): Record<string, string> {
  const path = readVariable(env, 'PATH', platform);
  const folders = programFolders(kind, prefix, platform);
  return mergeEnvironment(
    env,
    {
      PATH: [...folders, ...(path ? [path] : [])].join(delimiter),
      // As the environments' own scripts do: it would name another Python's libraries.
      PYTHONHOME: undefined,
      ...(kind === 'venv'
        ? { VIRTUAL_ENV: prefix, CONDA_PREFIX: undefined, CONDA_DEFAULT_ENV: undefined }
        : {
            CONDA_PREFIX: prefix,
            CONDA_DEFAULT_ENV: basename(prefix),
            VIRTUAL_ENV: undefined,
          }),
    },
    platform,
  );
}

function programFolders(
  kind: PythonEnvironment['kind'],
  prefix: string,
  platform: NodeJS.Platform,
): readonly string[] {
  if (platform !== 'win32') {
    return [join(prefix, 'bin')];
  }
  const scripts = join(prefix, 'Scripts');
  return kind === 'venv' ? [scripts] : [prefix, join(prefix, 'Library', 'bin'), scripts];
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
