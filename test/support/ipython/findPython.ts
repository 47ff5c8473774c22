import { delimiter, join } from 'node:path';
import { fileProbe } from '../../../src/node/executable';
import type { Progress } from '../cache';
import { installPackages } from '../debian';
import { runProgram } from '../npmClient';
import { Unavailable } from '../provisions/unavailable';

export const kernelAdvice = 'install ipykernel, or set TANDEM_PYTHON to a Python that has it';

const look =
  'from importlib.util import find_spec as f; raise SystemExit(not (f("ipykernel") and f("jupyter_client")))';

/** Finds a Python with ipykernel. Checks all on PATH, because the first may not be the system's. */
export async function findPython(
  env: NodeJS.ProcessEnv = process.env,
): Promise<string | undefined> {
  for (const candidate of await candidates(env)) {
    const has = await runProgram(candidate, ['-c', look], { env }).then(
      () => true,
      // This Python lacks the modules or does not run.
      () => false,
    );
    if (has) return candidate;
  }
  return undefined;
}

export async function provideKernel(progress: Progress): Promise<void> {
  const named = process.env.TANDEM_PYTHON;
  if (named) throw new Unavailable(`TANDEM_PYTHON names ${named}, which lacks it`, kernelAdvice);
  await installPackages(['python3-ipykernel'], progress);
}

async function candidates(env: NodeJS.ProcessEnv): Promise<string[]> {
  if (env.TANDEM_PYTHON) return [env.TANDEM_PYTHON];
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const found: string[] = [];
  for (const folder of (env.PATH ?? '').split(delimiter).filter(one => one !== '')) {
    for (const name of ['python3', 'python']) {
      const path = join(folder, name + suffix);
      if (await fileProbe.isExecutable(path)) found.push(path);
    }
  }
  return found;
}
