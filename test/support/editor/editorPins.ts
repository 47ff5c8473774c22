import { z } from 'zod';
import pinFile from '../../../scripts/editorVersions.json';

const integrity = z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/);
const pin = z.strictObject({ version: z.string(), integrity });
const perPlatform = z.strictObject({
  version: z.string(),
  integrity: z.strictObject({ 'linux-x64': integrity, 'linux-arm64': integrity }),
});
const editor = z.strictObject({
  vscode: z.string(),
  nodeMajor: z.number().int(),
  codeServer: pin,
  typescript: pin,
});
const schema = z.strictObject({
  editors: z.strictObject({ newest: editor, oldest: editor }),
  node: z.record(z.string(), perPlatform),
  ripgrep: perPlatform,
  nodePty: pin,
});

export type EditorPins = z.infer<typeof schema>;
export type EditorVersion = keyof EditorPins['editors'];
export type EditorPlatform = 'linux-x64' | 'linux-arm64';

export function readEditorPins(): EditorPins {
  return parseEditorPins(pinFile);
}

/** @throws Error with the path of the first invalid entry */
export function parseEditorPins(json: unknown): EditorPins {
  const pins = schema.parse(json);
  for (const { vscode, nodeMajor } of Object.values(pins.editors)) {
    if (!pins.node[nodeMajor])
      throw new Error(`VS Code ${vscode} needs a pin for Node ${nodeMajor}`);
  }
  return pins;
}

/** Returns npm's platform name. Throws if code-server's build lacks prebuilt native modules. */
export function editorPlatform(
  platform: NodeJS.Platform = process.platform,
  arch: string = process.arch,
): EditorPlatform {
  if (platform === 'linux' && (arch === 'x64' || arch === 'arm64')) return `linux-${arch}`;
  throw new Error(
    `VS Code from npm runs on Linux (x64, arm64) only, this is ${platform}-${arch}. ` +
      'Use a desktop VS Code instead.',
  );
}
