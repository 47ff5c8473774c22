import { isBuiltin } from 'node:module';
import { type BuildResult, build, type Metafile, stop } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import {
  hostBundle,
  inspectorBundle,
  mcpBundle,
  pageBundle,
  programBundle,
  sectionsBundle,
  soon,
} from '../../../scripts/bundles';
import { pagePartsOf } from '../../../scripts/pageParts';

type Bundle =
  | typeof pageBundle
  | typeof sectionsBundle
  | typeof inspectorBundle
  | typeof hostBundle
  | typeof programBundle
  | typeof mcpBundle;

type Built = BuildResult<{ metafile: true; write: false }>;

const built = new Map<Bundle, Promise<Built>>();

/** Builds each bundle once. */
function resultOf(bundle: Bundle): Promise<Built> {
  const known =
    built.get(bundle) ?? build({ ...bundle, metafile: true, minify: true, write: false });
  built.set(bundle, known);
  return known;
}

async function inputsOf(bundle: Bundle): Promise<Metafile> {
  return (await resultOf(bundle)).metafile;
}

// The runner's tests, in the same worker, end all processes that esbuild has started.
afterAll(() => stop());

it.each([
  ['page', pageBundle, 'webview/main.tsx'],
  ['tab', sectionsBundle, 'webview/sections/main.tsx'],
  ['inspector', inspectorBundle, 'webview/inspector/main.tsx'],
] as const)('keeps zod and host-only folders out of the %s', async (_name, bundle, main) => {
  const inputs = Object.keys((await inputsOf(bundle)).inputs);
  const foreign = inputs.filter(input =>
    /node_modules\/zod\/|^src\/(protocol|node|cli|host)\//.test(input),
  );
  expect(foreign).toEqual([]);
  expect(inputs).toContain(main);
});

it('names the modules, styles and fonts that a page loads first, and no others', async () => {
  const { outputs } = await inputsOf(pageBundle);
  const parts = pagePartsOf(outputs, 'main', soon);
  const withParts = parts.flatMap(part => Object.keys(outputs[`dist/page/${part}`]?.inputs ?? {}));
  const first = loadedWith(outputs, 'webview/main.tsx').filter(
    input => !(input in (outputs['dist/page/main.js']?.inputs ?? {})),
  );
  expect(withParts).toEqual(expect.arrayContaining(first));
  expect(withParts).toEqual(
    expect.arrayContaining([...loadedWith(outputs, 'webview/app/cardChunk.tsx')]),
  );
  expect(parts.filter(part => !part.endsWith('.js'))).toEqual(['late.css', 'codicon.ttf']);
  expect(withParts.some(input => input.endsWith('RichBox.tsx'))).toBe(false);
  expect(() => pagePartsOf(outputs, 'missing', [])).toThrow('missing.js');
  expect(() => pagePartsOf(outputs, 'main', ['missing.tsx'])).toThrow('missing.tsx');
});

it.each([
  // The code of the cards, what it shares with the script, and what both share with others.
  ['main', pageBundle, soon, 3],
  ['sections', sectionsBundle, [], 1],
  ['inspector', inspectorBundle, [], 1],
] as const)('loads few modules with the script of %s', async (entry, bundle, also, most) => {
  const { outputs } = await inputsOf(bundle);
  const modules = pagePartsOf(outputs, entry, also).filter(part => part.endsWith('.js'));
  expect(modules.length).toBeLessThanOrEqual(most);
});

it('leaves on demand what a page loads on demand', async () => {
  const { outputs } = await inputsOf(pageBundle);
  const first = loadedWith(outputs, 'webview/main.tsx');
  for (const part of ['app/cardChunk.tsx', 'composer/box/rich/RichBox.tsx', 'ui/chime.ts']) {
    expect(first).not.toContain(`webview/${part}`);
    expect(loadedWith(outputs, `webview/${part}`)).toContain(`webview/${part}`);
  }
});

it("bundles only zod's small build, with no locale but English, except with the ACP library", async () => {
  const { outputs } = await inputsOf(hostBundle);
  // Modules removed by tree shaking have no bytes in the output.
  const kept = Object.values(outputs).map(output =>
    Object.entries(output.inputs).flatMap(([input, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [input] : [],
    ),
  );
  const isAcp = (input: string) => input.includes('@agentclientprotocol/sdk');
  const withoutAcp = kept.filter(inputs => !inputs.some(isAcp)).flat();
  expect(withoutAcp.filter(input => /node_modules\/zod\/.*classic\//.test(input))).toEqual([]);
  const locales = kept.flat().filter(input => /node_modules\/zod\/.*locales\//.test(input));
  expect(locales.filter(input => !/locales\/(en|index)\.js$/.test(input))).toEqual([]);
  expect(withoutAcp.some(input => input.includes('node_modules/zod/'))).toBe(true);
});

/** Returns the inputs that are loaded with an output, without what is imported on demand. */
function loadedWith(outputs: Metafile['outputs'], entryPoint: string): readonly string[] {
  const loaded = new Set<string>();
  const follow = (output: Metafile['outputs'][string] | undefined) => {
    for (const [input, { bytesInOutput }] of Object.entries(output?.inputs ?? {})) {
      if (bytesInOutput > 0) loaded.add(input);
    }
    for (const { path, kind } of output?.imports ?? []) {
      if (kind === 'import-statement' && path in outputs) {
        follow(outputs[path]);
      }
    }
  };
  follow(Object.values(outputs).find(output => output.entryPoint === entryPoint));
  return [...loaded];
}

it('loads only what VS Code needs at startup', async () => {
  const { outputs } = await inputsOf(hostBundle);
  // The status bar needs 2 KB of translation, and kept code is read; a clock has ten lines.
  const heavy = loadedWith(outputs, 'src/extension.ts').filter(input =>
    /node_modules\/(?!@vscode\/l10n\/)|^src\/(cli\/(?!launch\/flagValues|sessions\/plainText)|node\/(?!systemClock|regularFileSync)|protocol\/)/.test(
      input,
    ),
  );
  expect(heavy).toEqual([]);
});

it.each([
  'src/cli/elicitation/elicit.ts',
  'src/cli/headless/headlessRun.ts',
  'src/cli/sessions/search/searchSessions.ts',
  'src/core/export/markdown/turnMarkdown.ts',
  'src/gateway/accounting/callLog.ts',
  'src/gateway/server/gateway.ts',
  'src/host/acp/acpClients.ts',
  'src/host/hostCommands.ts',
  'src/host/inspector/inspectorWindow.ts',
  'src/host/participant/createParticipant.ts',
  'src/host/runs/dialog/runDialog.ts',
  'src/host/sections/createSections.ts',
  'src/host/sections/memory/memoryActions.ts',
  'src/speech/dictation.ts',
])('loads %s with its first use, not with the first conversation', async source => {
  const { outputs } = await inputsOf(hostBundle);
  expect(loadedWith(outputs, 'src/host/host.ts')).not.toContain(source);
  expect(Object.values(outputs).some(({ inputs }) => source in inputs)).toBe(true);
});

it.each(['src/host/terminalBridge/ideService.ts', 'src/terminalServer/locks/staleLocks.ts'])(
  'loads no library with %s, which each window runs',
  async entry => {
    const { outputs } = await inputsOf(hostBundle);
    const loaded = loadedWith(outputs, entry);
    expect(loaded).toContain(entry);
    expect(loaded.filter(input => /node_modules\/(?!@vscode\/l10n\/)/.test(input))).toEqual([]);
  },
);

it.each([
  ['program for pipelines', programBundle, 'dist/tandem.js'],
  ['MCP server for other agents', mcpBundle, 'dist/mcp.js'],
] as const)('builds the %s as one file without the editor', async (_name, bundle, name) => {
  const { outputs } = await inputsOf(bundle);
  const [[path, file] = [], ...others] = Object.entries(outputs);
  expect([path, others]).toEqual([name, []]);
  expect(
    Object.keys(file?.inputs ?? {}).filter(input => /^src\/(host|core)\//.test(input)),
  ).toEqual([]);
  expect(file?.imports.filter(one => !isBuiltin(one.path))).toEqual([]);
});

it('reads no navigator in the extension host, where VS Code creates an error', async () => {
  const { outputFiles } = await resultOf(hostBundle);
  const asking = outputFiles.filter(({ text }) => /\bnavigator\b/.test(text));
  expect(asking.map(({ path }) => path)).toEqual([]);
});
