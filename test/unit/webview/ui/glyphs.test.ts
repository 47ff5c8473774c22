import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { glyphs } from '../../../../webview/ui/glyphs';

it('uses the code points of the codicon font', () => {
  const path = createRequire(import.meta.url).resolve('@vscode/codicons/dist/codicon.css');
  const css = readFileSync(path, 'utf8');
  const wrong = Object.entries(glyphs).filter(
    ([name, code]) =>
      !css.includes(`.codicon-${name}:before { content: "\\${code.toString(16)}" }`),
  );
  expect(wrong).toEqual([]);
});
