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

it('ends at the end of a source, whatever stands there', () => {
  expect(textsOf(`show // it's the end`)).toEqual([]);
  expect(() => textsOf(`x.showErrorMessage(a, b // it's`)).toThrow('no end');
});
