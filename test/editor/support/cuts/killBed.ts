import { expect } from 'vitest';
import { type ChatWindow, patience } from '../chatWindow';

/** Ways to interrupt running conversations. */
export const cuts = ['kill -9 of the CLI', 'kill -9 of the extension host', 'reload'] as const;
export type Cut = (typeof cuts)[number];

/** Returns whether the cut creates a new extension host. */
function isReload(cut: Cut): boolean {
  return cut !== 'kill -9 of the CLI';
}

/** Returns the text on a prompt's card about the process that asked. */
export function askerEnded(cut: Cut): string {
  return `The process that asked ${isReload(cut) ? 'was ended by the reload' : 'has ended'}.`;
}

/** Returns the text below an interrupted turn. */
export function interrupted(cut: Cut): string {
  return isReload(cut) ? 'The turn was interrupted by the reload.' : 'Claude stopped unexpectedly.';
}

/** PNG of one pixel. */
export const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Interrupts conversations and checks the remaining state. */
export class KillBed {
  constructor(readonly window: ChatWindow) {}

  /** Resolves when the page shows a conversation again and all previous agents have ended. */
  async cut(how: Cut): Promise<void> {
    const { window } = this;
    const before = (await window.agents()).map(({ pid }) => pid);
    if (how === 'kill -9 of the CLI') {
      process.kill((await window.theAgent()).pid, 'SIGKILL');
      // A message sent before the end is noticed goes to a dead process and is returned.
      await window.chat.phase('lost');
    } else if (how === 'reload') {
      await window.reload();
    } else {
      // A stopped process reacts neither to the end of its input nor to SIGTERM.
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

  /** Waits for the stored words, because the CLI calls the API slightly before it writes. */
  async stored(words: string): Promise<void> {
    const isStored = async () => JSON.stringify(await this.window.storedSessions()).includes(words);
    await expect.poll(isStored, patience).toBe(true);
  }

  /** Waits until the host has written the card, which may be visible slightly earlier. */
  async journaled(words: string): Promise<void> {
    const holds = () => this.window.recordsHold('"prompts":[{', words);
    await expect.poll(holds, patience).toBe(true);
  }

  async resume(): Promise<void> {
    await this.window.run('tandem.chat.resume');
    await this.window.chat.phase('idle');
  }

  /** Checks that each text is shown exactly once. */
  async shownOnce(...all: string[]): Promise<void> {
    for (const words of all) {
      const shown = this.window.chat.log.getByText(words, { exact: true });
      await shown.first().waitFor();
      expect(await shown.count(), words).toBe(1);
    }
  }

  /** Counts the requests whose newest message has this text, without tool rounds. */
  asked(words: string): number {
    return this.window.api.mainRequests(words).filter(({ round }) => round === 0).length;
  }

  /** Pastes an image into the composer. */
  pasteImage(name: string): Promise<void> {
    return this.paste({ file: name });
  }

  /** Pastes a text, or the image under a name, into the composer. */
  async paste(given: { readonly text: string } | { readonly file: string }): Promise<void> {
    const { message } = this.window.chat;
    await message.evaluate(
      (input, [data, text, file]) => {
        const clipboard = new DataTransfer();
        if (file === undefined) {
          clipboard.setData('text/plain', text ?? '');
        } else {
          const bytes = Uint8Array.from(atob(data ?? ''), letter => letter.charCodeAt(0));
          clipboard.items.add(new File([bytes], file, { type: 'image/png' }));
        }
        const options = { clipboardData: clipboard, bubbles: true, cancelable: true };
        input.dispatchEvent(new ClipboardEvent('paste', options));
      },
      [dot, ...('file' in given ? [undefined, given.file] : [given.text])] as const,
    );
  }
}
