import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { jsxLiterals } from '../../support/jsxLiterals';
import { repository, sourcesIn } from '../../support/sourceFiles';

/** Errors that agents read as results of their tools. */
const forAgents = [
  'src/bin/mcp/',
  'src/host/acp/files/',
  'src/host/acp/terminals/',
  'src/host/agentTools/codeIndex/',
  'src/cli/patches/',
  'src/host/agentTools/edit/',
  'src/host/agentTools/read/',
  'src/host/agentTools/run/',
  'src/host/terminalBridge/notebookCode.ts',
  'src/host/terminalBridge/terminalDiffs.ts',
  'src/host/toolsForOthers/acting/runPrompt.ts',
  'src/host/toolsForOthers/reading/',
  'src/host/toolsForOthers/toolsForOthers.ts',
  'src/terminalServer/',
];
/** Messages that consist of texts from elsewhere. */
const composed = ['`${error.message} ${reason}`', '`${name}: ${z.prettifyError('];

const error = /new UserError\(\s*(?:'[^']*'|`[^`]*`|[\w.]+),\s*(['"`].{0,50})/g;
const message = /\bshow(?:Information|Warning|Error)Message\(\s*(['"`].{0,50})/g;

/** Files of a folder, without those that are listed. */
function filesIn(folder: string, listed: readonly string[]): readonly string[] {
  return sourcesIn(folder).filter(file => !listed.some(start => file.startsWith(start)));
}

function sourceOf(file: string): string {
  return readFileSync(join(repository, file), 'utf8');
}

it('allows no literal text in elements of the page', () => {
  const files = filesIn('webview', []).filter(file => file.endsWith('.tsx'));
  const found = files.flatMap(file =>
    jsxLiterals(sourceOf(file)).map(({ line, text }) => `${file}:${line} ${text}`),
  );
  expect(files.length).toBeGreaterThan(60);
  expect(found).toEqual([]);
});

it.each([
  ['errors', error],
  ['messages', message],
])('allows no literal text in %s for the user', (_name, pattern) => {
  const found = filesIn('src', forAgents).flatMap(file => {
    const source = sourceOf(file);
    const literal = [...source.matchAll(pattern)].filter(
      ([, text = '']) => !composed.some(known => text.startsWith(known)),
    );
    return literal.map(
      match => `${file}:${source.slice(0, match.index).split('\n').length} ${match[1]}`,
    );
  });
  expect(found).toEqual([]);
});

it('writes percentages without a space, as English does', () => {
  const files = [...filesIn('src', []), ...filesIn('webview', [])];
  const found = files.filter(file => /[\d}] %/.test(sourceOf(file)));
  expect(found).toEqual([]);
});

it('recognizes errors and messages with literal texts', () => {
  const source = `
    throw new UserError('a.b', 'Literal.');
    throw new UserError(
      error.code,
      \`Template \${x}\`,
    );
    throw new UserError('a', l10n.t('Translated.'));
    void vscode.window.showErrorMessage('Literal.');
    void vscode.window.showWarningMessage(vscode.l10n.t('Translated.'));
  `;
  expect([...source.matchAll(error), ...source.matchAll(message)].map(match => match[1])).toEqual([
    "'Literal.');",
    '`Template ${x}`,',
    "'Literal.');",
  ]);
});

it('recognizes literal texts in elements', () => {
  const source = `
    const pattern = /<p>no text/; const small = a < b; // <p>no text
    type No = Map<string, Text<'no'>>;
    const Part = ({ kind }: Props<'no'>) => kind === 'no' ? null : (
      // No text.
      <Button label="one" class="no" title={isOpen ? 'two' : l10n.t('no')} onClick={() => call('no')}>
        <Icon name="no" /> three {kind === 'no' && 'four'}{' '}
        {\`\${count} five \${of('no')}\`}
        {items.map(item => (<li key={\`\${item}:no\`}>{item}: </li>))}
        <></>&nbsp;{/* no */}
        <Shell name="six">{l10n.t('no')}</Shell>
      </Button>
    );
  `;
  expect(jsxLiterals(source).map(({ text }) => text)).toEqual([
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
  ]);
});
