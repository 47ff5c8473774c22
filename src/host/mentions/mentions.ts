import * as vscode from 'vscode';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { Draft } from '../../contract/draft';
import type { Mention, MentionKind, MentionList, MentionTarget } from '../../contract/mentions';
import type { Channel } from '../../core/conversation/channel';
import type { Patiently, PreparedMessage } from '../../core/conversation/messageContext';
import type { SecretQuestion } from './files/secretQuestion';
import { typedPaths } from './files/typedPaths';
import type { MentionFinder } from './mentionFinder';
import type { FoundItem, MentionSource, ResolvedMention } from './mentionSource';
import { beginsWith } from './rows/rank';
import type { MentionSources } from './sourceTable';

/** Rows of the list, of files, of open editors, and of each other kind. */
const mostRows = 50;
const mostFiles = 20;
const mostOpen = 8;
const mostOfKind = 6;
/** Rows of each kind before anything is typed. */
const mostAtFirst = 4;
/** Milliseconds that a slow source may take. */
const patience = 1_500;

type AnySource = MentionSource<MentionTarget['kind']>;

/** All that a message can mention: found, opened, and read when the message is sent. */
export class Mentions implements MentionFinder {
  constructor(
    private readonly sources: MentionSources,
    /** Asks before a secret file goes along. */
    private readonly secrets: Pick<SecretQuestion, 'require' | 'requireName'>,
    private readonly log: Log,
    /** Called with the files of a message that was sent. */
    private readonly onUsed: (channel: Channel, paths: readonly string[]) => void,
  ) {}

  /** Asks all sources at once. Those that fail, or are too slow, are left out. */
  async find(channel: Channel, query: string, depth: 'fast' | 'all'): Promise<MentionList> {
    const all = this.all();
    const asked = all.filter(({ pace }) => depth === 'all' || pace === 'fast');
    const lists = await Promise.all(asked.map(source => this.rows(source, channel, query)));
    const most = query === '' ? mostAtFirst : mostOfKind;
    const items = lists.flatMap(({ kind, rows }) =>
      rows.slice(0, kind === 'file' ? mostFiles : most),
    );
    const open = items.filter(({ group }) => group === 'open');
    const others = items.filter(({ group }) => group !== 'open');
    const troubles = asked.flatMap(source => source.troubleOf?.(channel) ?? []);
    return {
      items: [...open.slice(0, mostOpen), ...ordered(others, query)]
        .slice(0, mostRows)
        .map(({ aliases: _, ...item }) => item),
      isPartial: asked.length < all.length || lists.some(({ isLate }) => isLate),
      ...troubles[0],
    };
  }

  async open(channel: Channel, target: MentionTarget): Promise<void> {
    await this.sourceOf(target)?.open(target, channel);
  }

  /** Reads the mentions whose tokens stand in a message. @throws UserError that names one */
  async prepare(
    channel: Channel | undefined,
    { text, mentions = [], attachments = [] }: Draft,
    signal: AbortSignal,
    patiently: Patiently,
  ): Promise<PreparedMessage> {
    if (!channel) {
      throw new UserError('message.gone', vscode.l10n.t('This conversation is closed.'));
    }
    requirePromptsFirst(text, mentions);
    const files = mentions.flatMap(({ target }) =>
      target.kind === 'file' || target.kind === 'folder' ? [target.path] : [],
    );
    const typed = typedPaths(text, mentions);
    for (const path of [...files, ...typed]) {
      await this.secrets.require(path, channel.cwd, patiently);
    }
    for (const attachment of attachments) {
      if (attachment.kind === 'pdf' || attachment.origin === 'file') {
        await this.secrets.requireName(attachment.name, patiently);
      }
    }
    const resolved = await Promise.all(
      mentions.map(async ({ token, target }) => ({
        token,
        ...(await this.resolve(target, channel, signal)),
      })),
    );
    if (files.length > 0) {
      this.onUsed(channel, files);
    }
    return {
      text: withTexts(text, new Map(resolved.map(({ token, text: own }) => [token, own ?? token]))),
      context: resolved.flatMap(({ blocks = [] }) => blocks),
    };
  }

  private async resolve(
    target: MentionTarget,
    channel: Channel,
    signal: AbortSignal,
  ): Promise<Partial<ResolvedMention>> {
    return this.sourceOf(target)?.resolve(target, channel, signal) ?? {};
  }

  private async rows(source: AnySource, channel: Channel, query: string) {
    const { kind } = source;
    const ending = AbortSignal.timeout(patience);
    const late = new Promise<undefined>(resolve => {
      ending.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    try {
      const rows = await Promise.race([source.find(query, channel, ending), late]);
      // A fast source is late only while it reads the folder for the first time: ask again.
      return { kind, rows: rows ?? [], isLate: rows === undefined && source.pace === 'fast' };
    } catch (error) {
      this.log.warn(`Mentions of the kind ${kind} were not found`, { error: messageOf(error) });
      return { kind, rows: [], isLate: false };
    }
  }

  private all(): readonly AnySource[] {
    return Object.values(this.sources) as readonly AnySource[];
  }

  private sourceOf({ kind }: MentionTarget): AnySource | undefined {
    return this.all().find(source => source.kind === kind);
  }
}

/** @throws UserError `mention.misplaced` for a prompt that would be sent as mere text */
function requirePromptsFirst(text: string, mentions: readonly Mention[]): void {
  const late = mentions.find(
    ({ token, target }) =>
      target.kind === 'prompt' &&
      (!text.startsWith(token) || text.indexOf(token, token.length) !== -1),
  );
  if (late) {
    throw new UserError(
      'mention.misplaced',
      vscode.l10n.t(
        'The prompt {0} runs only at the start of a message. Move it there, or remove it.',
        late.label,
      ),
    );
  }
}

/** Replaces tokens in one pass, longer ones first: a token may begin like another one. */
function withTexts(text: string, texts: ReadonlyMap<string, string>): string {
  const tokens = [...texts.keys()].filter(token => token !== '');
  if (tokens.length === 0) {
    return text;
  }
  tokens.sort((a, b) => b.length - a.length);
  const pattern = tokens.map(token => token.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  // A token inside a longer word is none.
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${pattern})(?![\\p{L}\\p{N}_])`, 'gu');
  return text.replace(whole, token => texts.get(token) ?? token);
}

const firstKinds: readonly MentionKind[] = ['file', 'folder', 'symbol'];

/**
 * Puts files, folders and symbols first, unless the name of something else begins with the word. A
 * thing of this very name precedes all.
 */
function ordered(items: readonly FoundItem[], query: string): readonly FoundItem[] {
  const wanted = query.toLowerCase();
  const rank = ({ mention, aliases = [] }: FoundItem) => {
    const label = mention.label.toLowerCase().replace(/\/$/, '');
    const isFirst = firstKinds.includes(mention.target.kind);
    const isExact = label === wanted || aliases.includes(wanted);
    const begins = beginsWith({ label, aliases }, wanted);
    return isExact ? 0 : isFirst ? (begins ? 1 : 2) : begins ? 2 : 3;
  };
  return items.toSorted((a, b) => rank(a) - rank(b));
}
