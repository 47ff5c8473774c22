import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findPython, kernelAdvice } from './findPython';

const bridge = fileURLToPath(new URL('./bridge.py', import.meta.url));
/** A real IPython kernel that runs the code posted to it; see bridge.py. */
export class IPython {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** @throws if there is none; it is never installed here */
  static async start(): Promise<IPython> {
    const child = spawn(await python(), [bridge], {
      stdio: ['pipe', 'pipe', 'inherit'],
      // Prevents the debugger's warning about frozen modules, which is irrelevant here.
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

async function python(): Promise<string> {
  const found = await findPython();
  if (found !== undefined) return found;
  throw new Error(
    `No Python with ipykernel is found: run "npm run provision -- kernel", or ${kernelAdvice}.`,
  );
}
