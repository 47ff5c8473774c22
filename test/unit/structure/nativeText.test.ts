import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository, sourcesIn } from '../../support/sourceFiles';

const sink = 'src/host/nativeText/';

const shown =
  'show(?:Information|Warning|Error)Message|show(?:QuickPick|InputBox|WorkspaceFolderPick)|withProgress|' +
  'setStatusBarMessage|create(?:QuickPick|InputBox|StatusBarItem|Terminal|WebviewPanel)';
/** Ways past the module: the API itself, the API by another name, and texts of items. */
const raw: readonly RegExp[] = [
  new RegExp(`\\bwindow\\s*\\??\\.\\s*(?:${shown})\\b`, 'g'),
  new RegExp(`\\{[^{}]*\\b(?:${shown})\\b[^{}]*\\}\\s*=\\s*(?:vscode\\.)?window\\b`, 'g'),
  /import\s*(?:type\s*)?\{[^}]*\}\s*from 'vscode'/g,
  /\bvscode\.window\s*(?:[),\]}[]|as\b)/g,
  /[^{}\n]*[^}\s]\s*=\s*vscode\.window\s*;/g,
  /\bnew (?:vscode\.)?(?:TreeItem|MarkdownString)\b/g,
  /\b(?:appendMarkdown|isTrusted = true|supportThemeIcons = true)\b/g,
  /\w*\.(?:tooltip|validationMessage|accessibilityInformation) = (?!sessionTooltip\().*/g,
  /\bstream\.(?:markdown|progress|anchor|button|filetree|push)\(/g,
  /\b(?:[iI]tem|[vV]iew|panel|status|todos|tasks)\.(?:text|label|title|description|message) = .*/g,
];

function findRaw(source: string): string[] {
  return raw.flatMap(pattern => [...source.matchAll(pattern)].map(([text]) => text.trim()));
}

it('shows texts in native UI through one module only', () => {
  const files = [...sourcesIn('src/host'), 'src/extension.ts'].filter(
    file => !file.startsWith(sink),
  );
  expect(files.length).toBeGreaterThan(150);
  const found = files.flatMap(file =>
    findRaw(readFileSync(join(repository, file), 'utf8')).map(text => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

it('recognizes the ways past the module', () => {
  const source = `
    void vscode.window.showErrorMessage(text);
    await vscode.window
      .showInputBox({});
    const { showQuickPick, tabGroups } = vscode.window;
    const { tabGroups, activeTerminal } = vscode.window;
    const ui = vscode.window;
    use(vscode.window);
    import { window } from 'vscode';
    const item = new vscode.TreeItem('a');
    item.tooltip = new MarkdownString(a);
    this.view.description = title;
    stream.markdown(text);
    vscode.window.showTextDocument(uri);
    nativeUi.showErrorMessage(text);
  `;
  expect(findRaw(source)).toHaveLength(11);
});
