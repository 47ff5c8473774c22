import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { messageOf, UserError } from '../../base/errors';
import type { ContextBlock } from '../../protocol/agentSource';
import type { StoredMessage } from './channelRecord';
import type { MessageContext, Patiently, PreparedMessage } from './messageContext';
import { blockOfAttachment, cleanBlock, hasSameContent } from './sentContext';

/** Milliseconds in which everything that a message mentions must be read. */
const limit = 10_000;

/** Returns true if a message brings along more than its text and images. */
export function bringsContext(message: StoredMessage): boolean {
  const { text, mentions, attachments, context } = message;
  const lists = [mentions, attachments, context];
  const brings = lists.some(list => list !== undefined && list.length > 0);
  return brings || mayMention(text) || mayRun(text);
}

/** Whether the agent could take a word of the text for the path of a file. */
function mayMention(text: string): boolean {
  return /(?<!\w)@\S/.test(text);
}

/** Whether the message could run a prompt file. */
function mayRun(text: string): boolean {
  return /^\/[^\s/]/.test(text);
}

/** Reads what a message brings along, within a time limit and until the user stops. */
export class MessagePreparation {
  private readonly running = new Set<AbortController>();

  constructor(
    private readonly mentions: MessageContext | undefined,
    private readonly clock: Clock,
  ) {}

  /** Gives up all preparations: the user has stopped the agent. */
  abort(): void {
    for (const controller of this.running) {
      controller.abort(new UserError('conversation.stopped', l10n.t('You stopped the turn.')));
    }
  }

  /** @throws UserError that names what could not be read, `mention.late`, `conversation.stopped` */
  async prepare(message: StoredMessage): Promise<PreparedMessage> {
    const { context, ...others } = await this.resolve(message);
    return { ...others, context: withAttachments(context, message).map(cleanBlock) };
  }

  private async resolve(message: StoredMessage): Promise<PreparedMessage> {
    const mentioned = mentionedIn(message);
    const { attachments = [] } = message;
    const isBare = mentioned.length === 0 && attachments.length === 0;
    const isPlain = isBare && !mayMention(message.text) && !mayRun(message.text);
    if (!this.mentions || isPlain) {
      return { text: message.text, context: [] };
    }
    const controller = new AbortController();
    const names = mentioned.map(({ label }) => label).join(', ');
    const wait = () => this.clock.setTimeout(() => controller.abort(late(names)), limit);
    let timer = wait();
    const patiently: Patiently = async task => {
      timer.dispose();
      try {
        return await task();
      } finally {
        timer = wait();
      }
    };
    this.running.add(controller);
    try {
      const { signal } = controller;
      const stopped = new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      );
      const draft = { ...message, mentions: mentioned };
      return await Promise.race([this.mentions.prepare(draft, signal, patiently), stopped]);
    } catch (error) {
      throw error instanceof UserError ? error : unread(names, error);
    } finally {
      timer.dispose();
      this.running.delete(controller);
    }
  }
}

/** Mentions without a token in the text have no effect. */
function mentionedIn({ text, mentions = [] }: StoredMessage) {
  return mentions.filter(({ token }) => text.includes(token));
}

/** Content of the editor comes first, then what is mentioned, then what is attached. */
function withAttachments(
  mentioned: readonly ContextBlock[],
  { context = [], attachments = [] }: StoredMessage,
): readonly ContextBlock[] {
  const attached = attachments.map(blockOfAttachment);
  // An attachment that stands in the text is a mention too, and goes only once.
  const rest = attached.filter(block => !mentioned.some(other => hasSameContent(block, other)));
  return [...context, ...mentioned, ...rest];
}

function late(names: string): UserError {
  return new UserError(
    'mention.late',
    l10n.t('Reading {0} took too long. Send again, or remove it from the message.', names),
  );
}

function unread(names: string, error: unknown): UserError {
  return new UserError(
    'mention.unread',
    l10n.t('{0} could not be read: {1}', names, messageOf(error)),
  );
}
