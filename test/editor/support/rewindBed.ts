import { rm } from 'node:fs/promises';
import { ChatWindow } from './chatWindow';
import { Review, sixty } from './review';

/** A window with a conversation of two turns that changed files, for rewind tests. */
export class RewindBed {
  readonly file = 'story.txt';
  readonly made = 'made.txt';

  private constructor(
    readonly window: ChatWindow,
    readonly review: Review,
  ) {}

  static async open(): Promise<RewindBed> {
    const window = await ChatWindow.open({
      hasTreesBelowChat: true,
      viewport: { width: 1400, height: 1100 },
      settings: { 'tandem.permissions.initialMode': 'acceptEdits' },
    });
    return new RewindBed(window, new Review(window));
  }

  /** Runs two turns: the first changes a file, the second changes it again and creates another. */
  async begin(): Promise<void> {
    const { review, file, made } = this;
    await review.startOver();
    await rm(review.path(made), { force: true });
    await review.write(file, sixty([]));
    await review.turn('change the beginning', [review.overwrite(file, sixty([5]))]);
    await review.turn('change the end', [
      review.overwrite(file, sixty([5, 30])),
      review.overwrite(made, 'made\n'),
    ]);
  }

  /** Presses a message's button, which appears on hover. */
  async press(words: string, button: string): Promise<void> {
    const { log } = this.window.chat;
    const message = log.getByRole('article', { name: 'You' }).filter({ hasText: words });
    await message.hover();
    await message.getByRole('button', { name: button, exact: true }).click();
  }
}
