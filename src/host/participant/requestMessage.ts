import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { Attachment, Draft, ImageUpload } from '../../contract/draft';
import type { LineRange, Mention } from '../../contract/mentions';
import type { ContextBlock } from '../../protocol/agentSource';
import { cutSelection, frontBlock } from '../front/frontText';
import { fileMention, folderMention } from '../mentions/rows/makeMention';
import { type ChatReference, isImplicit, type ResourceShape, referred } from './references';

/** Bytes of an image, UTF-16 units of all texts, and the number of references of a request. */
const mostBytes = 5 * 1024 * 1024;
const mostText = 1024 * 1024;
const mostReferences = 100;

/** Access to what the references of a request name, and to the rules about it. */
export interface ReferencePorts {
  isFolder(path: string): Promise<boolean>;
  /** Text of a document, saved or not. @throws if it cannot be opened */
  textOf(uri: ResourceShape, lines: LineRange | undefined): Promise<string>;
  /** Whether a file that nobody asked for may be told of. */
  mayTell(path: string): Promise<boolean>;
  /** Whether the user's rules or its name keep a document from being sent. */
  isWithheld(uri: ResourceShape): Promise<boolean>;
  /** How much of the active editor goes along. */
  front(): 'always' | 'selection' | 'never';
}

export interface ChatRequestText {
  readonly prompt: string;
  readonly references: readonly ChatReference[];
}

/** Message of a request: its text with mentions, and what goes with it. */
export interface RequestMessage {
  readonly draft: Draft;
  readonly context: readonly ContextBlock[];
  /** Sentences for the user about references that were left out. */
  readonly notes: readonly string[];
}

interface Found {
  readonly mention?: Mention;
  readonly attachment?: Attachment;
  readonly image?: ImageUpload;
  readonly context?: ContextBlock;
  readonly note?: string;
}

/**
 * Makes a message of a request. Its files become mentions, which are read and checked when the
 * message is sent, as those of Tandem's own chat are.
 * @param cwd folder of the conversation
 * @throws UserError `attachment.tooLarge`
 */
export async function requestMessage(
  { prompt, references }: ChatRequestText,
  cwd: string,
  ports: ReferencePorts,
): Promise<RequestMessage> {
  const given = references.slice(0, mostReferences);
  const found: { reference: ChatReference; of: Found }[] = [];
  for (const [index, reference] of given.entries()) {
    const of = isImplicit(reference)
      ? await implicitOf(reference, cwd, ports)
      : await explicitOf(reference, index, cwd, ports);
    found.push({ reference, of });
  }
  const all = found.map(({ of }) => of);
  const attachments = all.flatMap(({ attachment }) => attachment ?? []);
  const mentions = unique(all.flatMap(({ mention }) => mention ?? []));
  const draft: Draft = {
    text: withTokens(prompt, found),
    images: all.flatMap(({ image }) => image ?? []),
    ...(mentions.length > 0 ? { mentions } : {}),
    ...(attachments.length > 0 ? { attachments } : {}),
  };
  requireSize(attachments);
  return {
    draft,
    context: all.flatMap(({ context }) => context ?? []),
    notes: all.flatMap(({ note }) => note ?? []),
  };
}

async function explicitOf(
  reference: ChatReference,
  index: number,
  cwd: string,
  ports: ReferencePorts,
): Promise<Found> {
  const of = referred(reference);
  const id = `chat-${index}`;
  switch (of.kind) {
    case 'resource': {
      const { uri, lines } = of;
      if (uri.scheme === 'file' || uri.scheme === 'vscode-notebook-cell') {
        const isFolder = lines === undefined && (await ports.isFolder(uri.fsPath));
        // Lines of a cell are none of the notebook's file.
        const part = uri.scheme === 'file' ? lines : undefined;
        const mention = isFolder
          ? folderMention(uri.fsPath, cwd)
          : fileMention(uri.fsPath, cwd, part);
        return { mention };
      }
      return textOf(uri, lines, id, ports);
    }
    case 'text':
      return {
        attachment: {
          ...{ kind: 'text', origin: 'paste', id, text: of.text },
          name: l10n.t('Attached text'),
        },
      };
    case 'image': {
      const bytes = await of.data();
      if (bytes.byteLength > mostBytes) {
        throw tooLarge(l10n.t('An attached image'));
      }
      const data = Buffer.from(bytes).toString('base64');
      return { image: { name: l10n.t('Attached image'), mediaType: of.mediaType, data } };
    }
    case 'unknown':
      return {
        note: l10n.t(
          'An attachment of this request was not sent: Tandem does not support its type.',
        ),
      };
  }
}

/** A document that is no file goes along as its text is now. */
async function textOf(
  uri: ResourceShape,
  lines: LineRange | undefined,
  id: string,
  ports: ReferencePorts,
): Promise<Found> {
  const name = nameOf(uri);
  if (await ports.isWithheld(uri)) {
    return { note: withheldNote(name) };
  }
  const text = await ports.textOf(uri, lines).catch(() => undefined);
  return text === undefined
    ? { note: withheldNote(name) }
    : { attachment: { kind: 'text', origin: 'file', id, name, text } };
}

/** A file that nobody attached goes along only as far as the user shares the active editor. */
async function implicitOf(
  reference: ChatReference,
  cwd: string,
  ports: ReferencePorts,
): Promise<Found> {
  const of = referred(reference);
  const share = ports.front();
  if (of.kind !== 'resource' || of.uri.scheme !== 'file') {
    return {};
  }
  const { lines, uri } = of;
  const isSelection = reference.id === 'vscode.implicit.selection' && lines !== undefined;
  if (share === 'never' || (share === 'selection' && !isSelection)) {
    const setting = 'tandem.context.selection';
    return { note: l10n.t('{0} was not sent, because of the setting {1}.', nameOf(uri), setting) };
  }
  if (!(await ports.mayTell(uri.fsPath))) {
    return { note: withheldNote(nameOf(uri)) };
  }
  const front = { id: '', path: uri.fsPath };
  if (!isSelection) {
    return { context: frontBlock(front, cwd) };
  }
  const text = await ports.textOf(uri, lines).catch(() => undefined);
  return text === undefined
    ? {}
    : { context: frontBlock({ ...front, selection: cutSelection(text, lines) }, cwd) };
}

function withheldNote(name: string): string {
  return l10n.t('{0} was not sent: it is private, or cannot be read.', name);
}

/** Puts tokens where the prompt names files, from its end on, and the others below the text. */
function withTokens(
  prompt: string,
  found: readonly { reference: ChatReference; of: Found }[],
): string {
  let text = prompt;
  const within = found.filter(({ reference, of }) => reference.range && of.mention);
  const sorted = within.toSorted((a, b) => startOf(b.reference) - startOf(a.reference));
  for (const { reference, of } of sorted) {
    const [start, end] = reference.range ?? [0, 0];
    text = `${text.slice(0, start)}${of.mention?.token ?? ''}${text.slice(end)}`;
  }
  const beside = unique(
    found.flatMap(({ reference, of }) => (reference.range ? [] : (of.mention ?? []))),
  );
  const tokens = beside.map(({ token }) => token).filter(token => !text.includes(token));
  if (tokens.length === 0) {
    return text;
  }
  // The rest of a command's line is its argument.
  const gap = text.startsWith('/') ? ' ' : '\n\n';
  return text.trim() === '' ? tokens.join(' ') : `${text.trimEnd()}${gap}${tokens.join(' ')}`;
}

function startOf({ range }: ChatReference): number {
  return range?.[0] ?? 0;
}

function unique(mentions: readonly Mention[]): readonly Mention[] {
  return [...new Map(mentions.map(mention => [mention.token, mention])).values()];
}

function nameOf({ path }: ResourceShape): string {
  return path.split('/').findLast(part => part !== '') ?? l10n.t('Attached text');
}

/** @throws UserError `attachment.tooLarge` */
function requireSize(attachments: readonly Attachment[]): void {
  const sizes = attachments.map(one => (one.kind === 'text' ? one.text.length : one.data.length));
  if (sizes.reduce((sum, size) => sum + size, 0) > mostText) {
    throw tooLarge(l10n.t('The attached text'));
  }
}

function tooLarge(what: string): UserError {
  return new UserError(
    'attachment.tooLarge',
    l10n.t('{0} is too large to send. Attach its file, which can be read in parts.', what),
  );
}
