import type { FrameLocator, Locator } from 'playwright-core';
import { startedPage } from '../../support/startedPage';
import { patience } from './patience';

/** A Tandem page, operated through its visible UI. */
export class Chat {
  readonly message: Locator;
  readonly status: Locator;
  readonly log: Locator;

  constructor(readonly frame: FrameLocator) {
    const started = frame.locator(startedPage);
    this.message = started.getByRole('textbox', { name: 'Message', exact: true });
    this.status = frame.getByRole('status', { name: 'Agent status' });
    this.log = frame.getByRole('log', { name: 'Conversation' });
  }

  async send(text: string): Promise<void> {
    await this.message.fill(text);
    await this.message.press('Enter');
  }

  /** Resolves when the agent reaches this phase. */
  phase(name: string): Promise<void> {
    return this.frame.locator(`[role=status][data-phase=${name}]`).waitFor();
  }

  button(name: string | RegExp): Locator {
    return this.frame.getByRole(
      'button',
      typeof name === 'string' ? { name, exact: true } : { name },
    );
  }

  /** Finds the pending permission cards of a tool. */
  permission(tool: string): Locator {
    return this.frame
      .getByRole('group', { name: `Permission: ${tool}`, exact: true })
      .and(this.frame.locator('[data-outcome=open]'));
  }

  /** Waits until the first permission card of a tool can be allowed, also by a command. */
  async armed(tool: string): Promise<void> {
    const card = this.permission(tool).first();
    await this.read(card, card.locator('.prompt-button-primary[aria-disabled=false]'));
  }

  /** Scrolls through a card, as a user does in a low view, until one of its buttons is armed. */
  private async read(card: Locator, armed: Locator): Promise<void> {
    const rest = card.getByRole('button', { name: /not seen/ });
    while ((await armed.count()) === 0) {
      await card.scrollIntoViewIfNeeded();
      await armed.or(rest).first().waitFor({ state: 'attached', timeout: patience.timeout });
      if ((await rest.count()) > 0) {
        // The card may arm itself meanwhile, which takes the words away.
        await rest.click({ timeout: 1_000 }).catch(() => undefined);
      }
    }
  }

  /** Presses a card's button as soon as the card accepts an answer. */
  async answer(card: Locator, button: string): Promise<void> {
    const armed = card.locator('button:not([aria-disabled=true])', { hasText: button }).first();
    await this.read(card.first(), armed);
    await armed.click();
  }

  /** Finds a part of the history by its text. */
  text(words: string | RegExp): Locator {
    return this.log.getByText(words);
  }

  /** Finds a picker of the composer by name; its label has the value after a colon. */
  picker(name: string): Locator {
    return this.frame.getByRole('button', { name: new RegExp(`^${name}: `) });
  }

  /** Picks from a list of a picker; that of the model has more than one. */
  async pick(picker: string, option: string | RegExp, list = picker): Promise<void> {
    await this.picker(picker).click();
    const box = this.frame.getByRole('listbox', { name: list, exact: true });
    await box.getByRole('option', { name: option }).first().click();
  }
}
