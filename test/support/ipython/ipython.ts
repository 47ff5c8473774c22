import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { installPackages, isDebianAsRoot } from '../debian';
import { runProgram } from '../npmClient';

const bridge = fileURLToPath(new URL('./bridge.py', import.meta.url));
const advice =
  'Install ipykernel, or set TANDEM_PYTHON to a Python that has it. ' +
  'On Debian: apt-get install python3-ipykernel.';

/** A real IPython kernel, which runs code that is posted to it; see bridge.py. */
export class IPython {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** @throws when there is none and none can be installed */
  static async start(): Promise<IPython> {
    const child = spawn(await python(), [bridge], {
      stdio: ['pipe', 'pipe', 'inherit'],
      // Else its debugger warns of modules that nobody debugs.
      env: { ...process.env, PYDEVD_DISABLE_FILE_VALIDATION: '1' },
    });
    const [port] = await Promise.race([
      once(createInterface(child.stdout), 'line'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`The kernel has ended with ${code}.`);
      }),
    ]);
    return new IPython(child, `http://127.0.0.1:${port}/`);
  }

  async close(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.stdin?.end();
    await ended;
  }
}

/** A Python that has ipykernel; on Debian as root it is installed when there is none. */
async function python(): Promise<string> {
  const named = process.env.TANDEM_PYTHON;
  // Debian's own comes first: another one in the path does not see its packages.
  const candidates = named ? [named] : ['/usr/bin/python3', 'python3', 'python'];
  const found = await findPython(candidates);
  if (found !== undefined) return found;
  if (named || !isDebianAsRoot()) throw new Error(`No Python with ipykernel found. ${advice}`);
  await installPackages(['python3-ipykernel'], console.log);
  const installed = await findPython(candidates);
  if (installed === undefined) {
    throw new Error(`apt-get has installed ipykernel, yet none is found. ${advice}`);
  }
  return installed;
}

async function findPython(candidates: readonly string[]): Promise<string | undefined> {
  for (const candidate of candidates) {
    const has = await runProgram(candidate, ['-c', 'import ipykernel, jupyter_client']).then(
      () => true,
      () => false,
    );
    if (has) return candidate;
  }
  return undefined;
}
