import { expect } from 'vitest';
import { type ChatWindow, patience } from '../chatWindow';

/** The ways in which what runs is cut off. */
export const cuts = ['kill -9 of the CLI', 'kill -9 of the extension host', 'reload'] as const;
export type Cut = (typeof cuts)[number];

/** The window came anew, with an extension host of its own. */
function isReload(cut: Cut): boolean {
  return cut !== 'kill -9 of the CLI';
}

/** What the card of a prompt says of the process that asked. */
export function askerEnded(cut: Cut): string {
  return `The process that asked ${isReload(cut) ? 'was ended by the reload' : 'has ended'}.`;
}

/** What stands below a turn that was cut off. */
export function interrupted(cut: Cut): string {
  return isReload(cut)
    ? 'The turn was interrupted by the reload.'
    : 'The agent ended in the middle of this turn.';
}

/** A PNG of one pixel. */
export const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Cuts a conversation off, and looks at what is left of it. */
export class KillBed {
  constructor(readonly window: ChatWindow) {}

  /** Resolves when the page shows a conversation again, and no agent of before lives. */
  async cut(how: Cut): Promise<void> {
    const { window } = this;
    const before = (await window.agents()).map(({ pid }) => pid);
    if (how === 'kill -9 of the CLI') {
      process.kill((await window.theAgent()).pid, 'SIGKILL');
      // What is sent before the end is noticed goes to a process that is gone, and comes back.
      await window.chat.phase('lost');
    } else if (how === 'reload') {
      await window.reload();
    } else {
      // Neither the end of its input nor SIGTERM ends a process that is stopped.
      for (const pid of before.slice(0, 1)) process.kill(pid, 'SIGSTOP');
      const host = window.driver;
      process.kill(host.pid, 'SIGKILL');
      await host.closed();
      await window.reload();
    }
    await window.chat.message.waitFor();
    const left = async () => {
      const pids = (await window.agents()).map(({ pid }) => pid);
      return before.filter(pid => pids.includes(pid));
    };
    await expect.poll(left, patience).toEqual([]);
  }

  /** The CLI writes its store a little later than it asks the API. */
  async stored(words: string): Promise<void> {
    const isStored = async () => JSON.stringify(await this.window.storedSessions()).includes(words);
    await expect.poll(isStored, patience).toBe(true);
  }

  /** A card may be seen a moment before the host has written it down. */
  async journaled(words: string): Promise<void> {
    const holds = () => this.window.recordsHold('"prompts":[{', words);
    await expect.poll(holds, patience).toBe(true);
  }

  async resume(): Promise<void> {
    const { chat } = this.window;
    await chat.frame.locator('.status-row').getByRole('button', { name: 'Resume' }).click();
    await chat.phase('idle');
  }

  /** Each of these is shown exactly once. */
  async shownOnce(...all: string[]): Promise<void> {
    for (const words of all) {
      const shown = this.window.chat.log.getByText(words, { exact: true });
      await shown.first().waitFor();
      expect(await shown.count(), words).toBe(1);
    }
  }

  /** How often the model was asked with a message of this text as the newest, tool rounds aside. */
  asked(words: string): number {
    return this.window.api.mainRequests(words).filter(({ round }) => round === 0).length;
  }

  /** Pastes an image into the composer. */
  async pasteImage(name: string): Promise<void> {
    const { message } = this.window.chat;
    await message.evaluate(
      (input, [data, file]) => {
        const clipboard = new DataTransfer();
        const bytes = Uint8Array.from(atob(data ?? ''), letter => letter.charCodeAt(0));
        clipboard.items.add(new File([bytes], file ?? '', { type: 'image/png' }));
        const options = { clipboardData: clipboard, bubbles: true, cancelable: true };
        input.dispatchEvent(new ClipboardEvent('paste', options));
      },
      [dot, name],
    );
  }
}
