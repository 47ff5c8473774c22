import { expect, it } from 'vitest';
import { buttonTexts } from './buttonTexts';

const textsOf = (source: string) => buttonTexts('a.tsx', source).map(({ text }) => text);

it('finds what buttons show, what they are called, and the buttons of messages', () => {
  const button = `<Button label={l10n.t('Name')} onClick={() => go(l10n.t('no'))}>{l10n.t('Text')}</Button>`;
  expect(textsOf(button)).toEqual(['Name', 'Text']);
  expect(textsOf(`<IconButton icon="x" label={isIt ? l10n.t('One') : l10n.t("It's")} />`)).toEqual([
    ...['One', "It's"],
  ]);
  const message = `const open = vscode.l10n.t('Open');
    nativeUi.showWarningMessage(l10n.t('A sentence, (with) marks.'), { detail: l10n.t('No.') }, open)`;
  expect(textsOf(message)).toEqual(['Open']);
});

it('finds items of menus, labels of actions, and what forms, rows and pickers offer', () => {
  const items = `export function shownItems(
  kind: Kind,
): MenuItem[] {
  return [{ id: kind, label: l10n.t('Item') }];
}
const other = l10n.t('no');`;
  expect(textsOf(items)).toEqual(['Item']);
  const labels = `function rewindLabel(action: Action): string {
  return action === 'a' ? l10n.t('One') : l10n.t('Two');
}`;
  expect(textsOf(labels)).toEqual(['One', 'Two']);
  const others = `
    { id: 'add', label: l10n.t('Add'), form },
    { id: 'files', title: l10n.t('no') },
    { command: 'tandem.a', title: vscode.l10n.t('Open') },
    { title: l10n.t("Don't"), command: 'tandem.b' },
    { title: l10n.t('no'), submit: l10n.t('Save') },
    { iconPath: new ThemeIcon('x'), tooltip: vscode.l10n.t('Set') },
    <CopyText text={text} label={l10n.t('Copy Result')} />`;
  expect([...textsOf(others)].sort()).toEqual([
    ...['Add', 'Copy Result', "Don't", 'Open', 'Save', 'Set'],
  ]);
});

it('ends at the end of a source, whatever stands there', () => {
  expect(textsOf(`show // it's the end`)).toEqual([]);
  expect(() => textsOf(`x.showErrorMessage(a, b // it's`)).toThrow('no end');
});
