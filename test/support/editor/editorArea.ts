import type { Locator, Page } from 'playwright-core';

/** Tabs, editor titles and the text in editors. */
export class EditorArea {
  /** Active editor group. */
  readonly activeGroup: Locator;

  constructor(private readonly page: Page) {
    this.activeGroup = page.locator('.editor-group-container.active');
  }

  /** Finds a tab by its exact label, in any group. */
  tab(label: string): Locator {
    const name = this.page.locator('.label-name').getByText(label, { exact: true });
    return this.page.locator('.tabs-container [role=tab]').filter({ has: name });
  }

  /** Returns the labels of all tabs, group by group. */
  tabLabels(): Promise<string[]> {
    return this.page.locator('.tabs-container [role=tab] .label-name').allInnerTexts();
  }

  async closeTab(label: string): Promise<void> {
    const tab = this.tab(label);
    await tab.hover();
    await tab
      .locator('.tab-actions')
      .getByRole('button', { name: /^Close/ })
      .click();
  }

  /** Finds a button in the title of the active group; its name may end with a keybinding. */
  titleAction(name: string): Locator {
    return this.activeGroup
      .locator('.editor-actions')
      .locator(
        `.action-label[aria-label=${quote(name)}], .action-label[aria-label^=${quote(`${name} (`)}]`,
      );
  }

  /** Finds a side, `original` or `modified`, of the active diff editor. */
  diff(side: 'original' | 'modified'): Locator {
    return this.activeGroup.locator(`.monaco-diff-editor .editor.${side}`);
  }

  /** Visible lines of both sides, after VS Code has computed the diff. */
  async diffLines(): Promise<{ original: string[]; modified: string[] }> {
    const computed = ['insert', 'delete'].flatMap(kind =>
      ['line', 'char'].map(unit => `.monaco-diff-editor .${unit}-${kind}`),
    );
    await this.activeGroup.locator(computed.join(', ')).first().waitFor({ state: 'attached' });
    return {
      original: await this.lines(this.diff('original')),
      modified: await this.lines(this.diff('modified')),
    };
  }

  /** Returns the visible lines of an editor, by default of the active one. */
  async lines(
    editor: Locator = this.activeGroup.locator('.monaco-editor').first(),
  ): Promise<string[]> {
    // The DOM order is arbitrary, and spaces are written as no-break spaces.
    return editor.locator('.view-line').evaluateAll(elements =>
      elements
        .map(element => ({
          top: Number.parseFloat((element as HTMLElement).style.top),
          text: (element.textContent ?? '').replaceAll('\u00a0', ' '),
        }))
        .sort((a, b) => a.top - b.top)
        .map(line => line.text),
    );
  }

  /** Puts the keyboard focus into an editor's text. */
  async focus(editor: Locator = this.activeGroup.locator('.monaco-editor').first()): Promise<void> {
    await editor.locator('.view-lines').click();
  }
}

function quote(text: string): string {
  return JSON.stringify(text);
}
