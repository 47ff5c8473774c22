import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { launchBrowser } from '../browser';
import { count } from '../counts';
import { type EditorOptions, startEditor } from './host';

export interface ExtensionTestsOptions
  extends Pick<
    EditorOptions,
    'version' | 'workspace' | 'settings' | 'env' | 'workspaceTrust' | 'builtIns'
  > {
  /** Folder of the built extension, loaded as the extension under development. */
  extension: string;
  /**
   * Mocha files (bdd). TypeScript files are bundled; `vscode` and mocha's globals are available.
   */
  files: readonly string[];
  /** Additional mocha options, for example `{ timeout: 20_000, grep: 'diff' }`. */
  mocha?: Readonly<Record<string, unknown>>;
  /** Milliseconds after which an unfinished run fails. Default 120 s. */
  timeoutMs?: number;
}

interface ExtensionTestResult {
  title: string;
  fullTitle: string;
  file: string;
  duration?: number;
  /** Empty if the test passed. */
  err: { message?: string; stack?: string };
}

export interface ExtensionTestsOutcome {
  /** 0 if all tests passed. */
  code: number;
  /** Mocha's JSON report; undefined if the run ended before mocha wrote it. */
  results: MochaReport | undefined;
  /** Output of the window and the server, and the extension host's log. */
  log: string;
}

interface MochaReport {
  stats: { tests: number; passes: number; failures: number; pending: number; duration: number };
  passes: ExtensionTestResult[];
  failures: ExtensionTestResult[];
  pending: ExtensionTestResult[];
}

const defaultTimeoutMs = 120_000;
// The file next to the entry file, which the package does not export by name.
const runner = join(
  dirname(createRequire(import.meta.url).resolve('@vscode/test-cli')),
  'runner.cjs',
);

/** Runs mocha suites inside a real extension host, as `vscode-test` does on the desktop. */
export async function runExtensionTests(
  options: ExtensionTestsOptions,
): Promise<ExtensionTestsOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-suite-'));
  try {
    const report = join(folder, 'report.json');
    const testOptions = {
      mochaOpts: {
        ui: 'bdd',
        timeout: 20_000,
        reporter: 'json',
        reporterOptions: { output: report },
        ...options.mocha,
      },
      files: await compileSuites(options.files, folder),
      preload: [],
      colorDefault: false,
    };
    const { code, log } = await runInWindow(options, JSON.stringify(testOptions));
    return { code, log, results: await readReport(report) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runInWindow(
  options: ExtensionTestsOptions,
  testOptions: string,
): Promise<{ code: number; log: string }> {
  const { version, workspace, settings, env, workspaceTrust, builtIns, timeoutMs } = options;
  const host = await startEditor({
    ...(version ? { version } : {}),
    ...(settings ? { settings } : {}),
    workspace,
    ...(builtIns ? { builtIns } : {}),
    workspaceTrust: workspaceTrust ?? false,
    smokeDriver: true,
    driver: false,
    // Set in the server's environment, because old hosts ignore the payload's
    // `extensionEnvironment`.
    env: { ...env, VSCODE_TEST_OPTIONS: testOptions },
  });
  const browser = await launchBrowser().catch(async error => {
    await host.stop();
    throw error;
  });
  const lines: string[] = [];
  try {
    // Without a GPU the CPU renders every animation frame.
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    });
    const ended = new Promise<number>((done, reject) => {
      const limit = timeoutMs ?? defaultTimeoutMs;
      const timer = setTimeout(() => {
        reject(new Error(`The suite did not end within ${limit} ms:\n${lines.join('\n')}`));
      }, limit);
      const exit = (code: number) => {
        clearTimeout(timer);
        done(code);
      };
      page.on('crash', () => exit(97));
      page.on('close', () => exit(97));
      page.exposeFunction('codeAutomationExit', exit).catch(reject);
    });
    // The `await` below reports a rejection that occurs while the page still loads.
    ended.catch(() => undefined);
    await page.exposeFunction('codeAutomationLog', (type: string, args: unknown[]) => {
      lines.push(`[${type}] ${args.join(' ')}`);
    });
    const remote = (path: string) => `vscode-remote://${new URL(host.origin).host}${path}`;
    const payload = [
      ['extensionDevelopmentPath', remote(resolve(options.extension))],
      ['extensionTestsPath', remote(runner)],
    ] as const;
    count('window');
    await page.goto(host.urlFor(workspace, payload));
    if (process.env.TANDEM_HEADED !== '1') {
      // Nobody looks at this window, so nothing of it need be drawn.
      await page.locator('html').evaluate(root => root.style.setProperty('opacity', '0'));
    }
    const code = await ended;
    const logs = await host.logs();
    const hostLog = Object.keys(logs).find(name => name.endsWith('remoteexthost.log'));
    return { code, log: [...lines, host.output(), hostLog ? logs[hostLog] : ''].join('\n') };
  } finally {
    await browser.close();
    await host.stop();
  }
}

/** Bundles TypeScript files, because the extension host requires CommonJS. */
async function compileSuites(files: readonly string[], folder: string): Promise<string[]> {
  return Promise.all(
    files.map(async (file, index) => {
      if (!/\.tsx?$/.test(file)) return resolve(file);
      const outfile = join(folder, `${index}-${basename(file).replace(/\.tsx?$/, '.cjs')}`);
      await build({
        entryPoints: [resolve(file)],
        outfile,
        bundle: true,
        platform: 'node',
        format: 'cjs',
        target: 'node20',
        sourcemap: 'inline',
        external: ['vscode', 'mocha'],
        logLevel: 'silent',
      });
      return outfile;
    }),
  );
}

async function readReport(file: string): Promise<MochaReport | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as MochaReport);
}
