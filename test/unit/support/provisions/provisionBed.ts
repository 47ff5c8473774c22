import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, stop } from 'esbuild';
import { findExecutable } from '../../../../src/node/executable';
import { removeFolder } from '../../../support/removeFolder';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

export interface Ended {
  code: number | null;
  /** Combined output of stdout and stderr. */
  output: string;
}

/** A simulated machine: an empty home and cache, and a PATH with only a test's programs. */
export class ProvisionBed {
  private readonly started: ChildProcess[] = [];

  private constructor(
    readonly folder: string,
    readonly env: NodeJS.ProcessEnv,
  ) {}

  /** @param env in addition to the bed's own variables, or replacing them */
  static async open(env: NodeJS.ProcessEnv = {}): Promise<ProvisionBed> {
    const folder = await mkdtemp(join(tmpdir(), 'tandem-provision-'));
    const bed = new ProvisionBed(folder, {
      PATH: join(folder, 'bin'),
      HOME: join(folder, 'home'),
      TMPDIR: join(folder, 'tmp'),
      TANDEM_CACHE: join(folder, 'cache'),
      XDG_DATA_DIRS: join(folder, 'share'),
      STATE: join(folder, 'state'),
      BIN: join(folder, 'bin'),
      npm_config_cache: join(folder, 'npm-cache'),
      npm_config_fetch_retries: '0',
      PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
      ...env,
    });
    for (const name of ['bin', 'home', 'tmp', 'state', 'share']) await mkdir(join(folder, name));
    for (const name of ['sh', 'cat', 'mkdir', 'sleep', 'tar', 'gzip', 'chmod']) {
      await bed.addReal(name);
    }
    await symlink(process.execPath, join(folder, 'bin', 'node'));
    return bed;
  }

  get cache(): string {
    return join(this.folder, 'cache');
  }

  /** Returns the path of a file that the fake programs write or wait for. */
  state(name: string): string {
    return join(this.folder, 'state', name);
  }

  async setState(name: string, text = ''): Promise<void> {
    await writeFile(this.state(name), text);
  }

  async removeState(name: string): Promise<void> {
    await rm(this.state(name), { force: true });
  }

  async lines(name: string): Promise<string[]> {
    const text = await readFile(this.state(name), 'utf8').catch(() => '');
    return text.split('\n').filter(line => line !== '');
  }

  /** Puts a shell script on PATH, replacing any existing one. */
  async addProgram(name: string, script: string): Promise<void> {
    const file = join(this.folder, 'bin', name);
    await rm(file, { force: true });
    await writeFile(file, `#!/bin/sh\n${script}\n`);
    await chmod(file, 0o755);
  }

  async addReal(name: string): Promise<void> {
    const path = await findExecutable(name, { env: process.env, platform: process.platform });
    if (path === undefined) throw new Error(`This machine has no ${name}`);
    const link = join(this.folder, 'bin', name);
    await rm(link, { force: true });
    await symlink(path, link);
  }

  start(program: string, ...args: readonly string[]): Caller {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: this.folder,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.started.push(child);
    return new Caller(child);
  }

  run(program: string, ...args: readonly string[]): Promise<Ended> {
    return this.start(program, ...args).ended;
  }

  /** Resolves when a fake program has written this file. */
  async reached(name: string): Promise<void> {
    if (existsSync(this.state(name))) return;
    const watcher = watch(join(this.folder, 'state'));
    try {
      while (!existsSync(this.state(name))) await once(watcher, 'change');
    } finally {
      watcher.close();
    }
  }

  /** Returns the names in the cache, without hashes. */
  async cached(): Promise<string[]> {
    const names = await readdir(this.cache).catch(() => []);
    return names.map(name => name.replace(/-[0-9a-f]{10}$/, '')).sort();
  }

  async close(): Promise<void> {
    for (const child of this.started) child.kill('SIGKILL');
    await removeFolder(this.folder);
  }
}

export class Caller {
  readonly ended: Promise<Ended>;
  private output = '';
  private heard: () => void = () => undefined;

  constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', chunk => {
        this.output += chunk;
        this.heard();
      });
    }
    // Not `close`: child processes of a killed caller may keep its streams open.
    this.ended = new Promise(resolve => {
      child.once('exit', code => {
        const done = () => resolve({ code, output: this.output });
        if (code === null) done();
        else child.once('close', done);
      });
    });
  }

  /** Resolves when the caller has printed this text. */
  printed(text: RegExp): Promise<void> {
    return new Promise(resolve => {
      this.heard = () => {
        if (text.test(this.output)) resolve();
      };
      this.heard();
    });
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}

/** Bundles a script: many processes that each compile it would overload a machine. */
export async function bundleProgram(script: string, folder: string): Promise<string> {
  const outfile = join(folder, basename(script).replace(/\.ts$/, '.cjs'));
  await build({
    entryPoints: [join(root, script)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // The project's own packages are resolved from there.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(root, script)).href) },
    logLevel: 'error',
  });
  // esbuild's service would outlive this file, and a test run ends all processes it has started.
  await stop();
  return outfile;
}
