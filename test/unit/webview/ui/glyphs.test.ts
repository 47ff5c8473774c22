import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { glyphs } from '../../../../webview/ui/glyphs';

const webview = join(import.meta.dirname, '..', '..', '..', '..', 'webview');
const sources = readdirSync(webview, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.tsx') || file.endsWith('.ts'))
  .map(file => readFileSync(join(webview, file), 'utf8'))
  .join('\n');

it('defines a glyph for every icon that the page names', () => {
  const attributes = sources.matchAll(/\bicon(?:=|: )["']([a-z-]+)["']|<Icon name="([a-z-]+)"/g);
  const names = [...attributes].map(([, member, element]) => member ?? element ?? '');
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter(name => glyphs[name] === undefined)).toEqual([]);
});

it('uses the code points of the codicon font', () => {
  const path = createRequire(import.meta.url).resolve('@vscode/codicons/dist/codicon.css');
  const css = readFileSync(path, 'utf8');
  const wrong = Object.entries(glyphs).filter(
    ([name, code]) =>
      !css.includes(`.codicon-${name}:before { content: "\\${code.toString(16)}" }`),
  );
  expect(wrong).toEqual([]);
});
