import type { Workbench } from '../../support/editor/workbench';
import type { Chat } from './chat';

export interface Answer {
  kind: 'result' | 'failure';
  result?: unknown;
  error?: { code: string; message: string };
}

/** Host messages in which a snapshot names the conversation. */
interface Told {
  result?: { snapshot?: { channelId?: string } };
  event?: { snapshot?: { channelId?: string } };
}

/** See `PostedBatch`. */
interface Batch {
  batch?: readonly unknown[];
}

interface Tapped {
  tandemApi?: { postMessage(message: unknown): void };
  tandemChannel?: string;
}

/** The page as controlled by a foreign script, which may post any message. */
export class RawPage {
  private static lastId = 900_000;

  private constructor(
    private readonly chat: Chat,
    /** Conversation that the page currently shows. */
    readonly channelId: string,
  ) {}

  /** Taps the API, which only the page can acquire, once. Call before showing the view. */
  static async prepare(workbench: Workbench): Promise<void> {
    await workbench.page.context().addInitScript(() => {
      const tapped = window as unknown as Tapped;
      type Acquire = () => { postMessage(message: unknown): void };
      let acquire: Acquire | undefined;
      Object.defineProperty(window, 'acquireVsCodeApi', {
        configurable: true,
        get: () => acquire,
        set: (real: Acquire) => {
          acquire = () => {
            tapped.tandemApi = real();
            window.addEventListener('message', ({ data }) => {
              for (const message of (data as Batch | null)?.batch ?? [data]) {
                const { result, event } = (message ?? {}) as Told;
                const id = result?.snapshot?.channelId ?? event?.snapshot?.channelId;
                if (id) tapped.tandemChannel = id;
              }
            });
            return tapped.tandemApi;
          };
        },
      });
    });
  }

  static async of(chat: Chat): Promise<RawPage> {
    const body = chat.frame.locator('body');
    const id = await body.evaluate(() => (window as unknown as Tapped).tandemChannel ?? '');
    return new RawPage(chat, id);
  }

  /** Posts a value unchanged, without waiting for an answer. */
  async post(message: unknown): Promise<void> {
    await this.chat.frame.locator('body').evaluate((_, value) => {
      (window as unknown as Tapped).tandemApi?.postMessage(value);
    }, message);
  }

  /** Calls the host under an id that the page itself does not use, and waits for the answer. */
  call(method: string, params: unknown): Promise<Answer> {
    RawPage.lastId += 1;
    const call = { kind: 'call', id: RawPage.lastId, method, params };
    return this.chat.frame.locator('body').evaluate(
      (_, message) =>
        new Promise<Answer>(resolve => {
          const listen = (event: MessageEvent) => {
            const messages = (event.data as Batch | null)?.batch ?? [event.data];
            const answer = (messages as (Partial<Answer> & { id?: number })[]).find(
              ({ id, kind }) => id === message.id && (kind === 'result' || kind === 'failure'),
            );
            if (answer?.kind) {
              window.removeEventListener('message', listen);
              resolve({
                kind: answer.kind,
                ...(answer.error ? { error: answer.error } : { result: answer.result }),
              });
            }
          };
          window.addEventListener('message', listen);
          (window as unknown as Tapped).tandemApi?.postMessage(message);
        }),
      call,
    );
  }
}
