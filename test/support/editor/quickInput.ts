import type { Locator, Page } from 'playwright-core';

const openMs = 3_000;
const attempts = 10;

/** The command palette and all quick picks and input boxes. */
export class QuickInput {
  readonly widget: Locator;
  readonly input: Locator;

  constructor(private readonly page: Page) {
    this.widget = page.locator('.quick-input-widget:visible');
    this.input = this.widget.locator('input.input');
  }

  /** Finds the row with exactly this label. */
  row(label: string): Locator {
    const name = this.page.locator('.label-name').getByText(label, { exact: true });
    return this.widget.locator('.monaco-list-row').filter({ has: name });
  }

  /** Returns the labels of the visible rows. */
  labels(): Promise<string[]> {
    return this.widget
      .locator('.monaco-list-row .quick-input-list-row .label-name')
      .allInnerTexts();
  }

  async pick(label: string): Promise<void> {
    // A tooltip of the hovered row covers its neighbours.
    await this.page.mouse.move(0, 0);
    await this.row(label).first().click();
  }

  /** Types into an input box and accepts it. */
  async answer(text: string): Promise<void> {
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  /**
   * Accepts the file that VS Code's own file dialog proposes. Typed names can be lost: the dialog
   * reads them with a delay and drops Enter while it lists a folder.
   * @param ending of the proposal, like `.md`
   * @returns the path
   */
  async takeProposedFile(ending: string): Promise<string> {
    await this.page.waitForFunction(end => {
      const input = document.querySelector<HTMLInputElement>('.quick-input-widget input.input');
      return input?.value.endsWith(end);
    }, ending);
    const path = await this.input.inputValue();
    for (let attempt = 1; ; attempt++) {
      await this.input.press('Enter');
      try {
        await this.widget.waitFor({ state: 'hidden', timeout: openMs });
        return path;
      } catch (error) {
        if (attempt === attempts) throw error;
      }
    }
  }

  async dismiss(): Promise<void> {
    await this.input.press('Escape');
    await this.widget.waitFor({ state: 'hidden' });
  }

  /** Rejects if the palette does not list the title, that is, the command is absent or disabled. */
  async runCommand(title: string): Promise<void> {
    await this.openPalette();
    await this.input.fill(`>${title}`);
    // Enter would run the first row, and rows appear later than the text.
    await this.pick(title);
  }

  /** Returns whether the palette lists a command with exactly this title. */
  async offersCommand(title: string): Promise<boolean> {
    await this.openPalette();
    await this.input.fill(`>${title}`);
    const none = this.widget.getByText('No matching commands');
    const listed = this.row(title).first();
    await listed.or(none).or(this.widget.getByText('similar commands')).first().waitFor();
    const offered = await listed.isVisible();
    await this.dismiss();
    return offered;
  }

  /** Opens the palette. Retries, because keys pressed before the workbench listens are lost. */
  async openPalette(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await this.page.keyboard.press('F1');
      try {
        await this.input.waitFor({ timeout: openMs });
        return;
      } catch (error) {
        if (attempt === attempts) throw error;
      }
    }
  }
}
