import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, stop } from 'esbuild';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { asciiSources } from '../../../scripts/asciiSources';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ascii-'));
  mkdirSync(join(root, 'src'));
});

afterEach(() => rmSync(root, { recursive: true }));
afterAll(() => stop());

async function built(source: string): Promise<string> {
  const path = join(root, 'src', 'main.ts');
  writeFileSync(path, source);
  const { outputFiles } = await build({
    ...{ entryPoints: [path], write: false, format: 'cjs', logLevel: 'silent' },
    plugins: [asciiSources],
  });
  return outputFiles[0]?.text ?? '';
}

it('writes patterns and texts in ASCII, which mean the same', async () => {
  const code = await built(
    "exports.is = (text: string) => /^[‘’😀]+$/u.test(text); /* “ */ exports.text = `„${1}…` + '→😀';",
  );
  expect(code).toMatch(/^[\0-\x7f]*$/);
  const exports: { is?(text: string): boolean; text?: string } = {};
  new Function('exports', code)(exports);
  expect([exports.is?.('’😀'), exports.is?.('"'), exports.text]).toEqual([true, false, '„1…→😀']);
});

it('refuses a raw text, which would contain the escape', async () => {
  await expect(built('exports.text = String.raw`a…b`;')).rejects.toThrow('raw text');
});
