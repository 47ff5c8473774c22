import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import { lacks } from '../../contract/agentFeatures';
import type { AgentAction, ChannelAction } from '../../contract/agentState';
import type { HostAction, HostCalls, PageInit } from '../../contract/calls';
import { emptyDraft, isEmptyDraft } from '../../contract/draft';
import type { ChannelId, TurnId } from '../../contract/ids';
import type { Handlers } from '../../contract/peer';
import type { ProgramsAnswer } from '../../contract/programs';
import type { Channel } from '../../core/conversation/channel';
import { pagesOf } from '../../core/conversation/pagedConversation';
import { shellBlock } from '../../core/conversation/shellBlock';
import { sideQuestionIn } from '../../core/conversation/sideQuestionIn';
import { turnText } from '../../core/export/turnText';
import type { ContentActions } from '../attachments/contentActions';
import type { MentionFinder } from '../mentions/mentionFinder';
import type { SavedPrompts } from '../savedPrompts/savedPrompts';
import type { PageSpeech } from '../speech/pageSpeech';
import type { TaskActions } from '../tasks/taskActions';
import { callSchemas } from './callSchemas';
import { checkedCalls } from './checkedCalls';
import type { DropReader } from './dropReader';
import type { FileOpener } from './fileOpener';
import type { FolderActions } from './folderActions';
import type { FrontView } from './frontPort';
import type { ReviewActions } from './reviewActions';
import { SlashActions } from './slashActions';

/** Actions that are handled alike for every page. */
export type GeneralAction = HostAction | Exclude<AgentAction, ChannelAction>;

/** Everything a page may reach: its own channel and the host's general actions. */
export interface PageOwner {
  readonly reviews: ReviewActions;
  readonly folders: FolderActions;
  readonly tasks: TaskActions;
  readonly mentions: MentionFinder;
  readonly saved: SavedPrompts;
  readonly contents: ContentActions;
  readonly drops: DropReader;
  readonly front: FrontView;
  readonly speech: Pick<PageSpeech, 'start' | 'stop' | 'setUp'>;
  /** Called when the page's document has loaded; returns its initial state. */
  init(): Promise<PageInit>;
  /** Called when the page shows that state. */
  started(): void;
  /** Returns the title of the latest conversation in the folder for new ones. */
  lastTitle(): Promise<string | undefined>;
  /** Channel that the page shows, the only one it may address. */
  channel(): Channel | undefined;
  /** The page's previous channel, while still open: a page saves its state on leaving. */
  left(): Channel | undefined;
  focused(): void;
  focusChanged(hasFocus: boolean): void;
  /** @param channel conversation whose card offers the action */
  act(action: GeneralAction, channel?: Channel): Promise<void>;
  /** Answers the question about the folder's programs that the page shows. */
  answerPrograms(hash: string, answer: ProgramsAnswer): Promise<void>;
  /** Opens the inspector at a turn of the conversation. */
  inspect(channel: Channel, turn?: TurnId): Promise<void>;
  /** Takes over the conversation from its current holder, after asking. */
  takeOver(channel: Channel): Promise<void>;
  report(level: 'warn' | 'error', message: string): void;
}

/** Resolves the channel that a call names, for the handlers of one page. */
interface PageTargets {
  /** @throws UserError `page.unknownChannel` unless the page shows the channel */
  channelOf(p: InChannel): Channel;
  /** Accepts in addition the page's previous channel. */
  keptOf(p: InChannel): Channel;
}

interface InChannel {
  readonly channelId: ChannelId;
}

/** Handlers of some of the page's calls. */
type SomeHandlers = Partial<Handlers<HostCalls>>;

/** Creates the handlers of a page's calls, which check parameters and channel. */
export function pageHandlers(owner: PageOwner, opener: FileOpener): Handlers<HostCalls> {
  const targets = targetsOf(owner);
  // Fails to compile if a call has no handler.
  const handlers: Handlers<HostCalls> = {
    ...viewHandlers(targets, owner),
    ...messageHandlers(targets, owner),
    ...agentHandlers(targets, owner),
    ...turnHandlers(targets, owner, opener),
    ...reviewHandlers(targets, owner),
    ...contentHandlers(targets, opener),
  };
  return checkedCalls(callSchemas, handlers);
}

function targetsOf(owner: PageOwner): PageTargets {
  const channelOf = ({ channelId }: InChannel): Channel => {
    const channel = owner.channel();
    if (channel?.id !== channelId) {
      throw new UserError('page.unknownChannel', l10n.t('This conversation is not open here.'));
    }
    return channel;
  };
  return {
    channelOf,
    keptOf: p => {
      const left = owner.left();
      return left?.id === p.channelId ? left : channelOf(p);
    },
  };
}

function viewHandlers({ channelOf, keptOf }: PageTargets, owner: PageOwner) {
  return {
    'page.ready': () => owner.init(),
    'page.started': () => owner.started(),
    'page.focused': () => owner.focused(),
    'page.focusChanged': p => owner.focusChanged(p.hasFocus),
    'conversation.snapshot': p => channelOf(p).snapshot(),
    'conversation.earlier': p => channelOf(p).history.earlier(p.before),
    'conversation.find': async ({ channelId, before, ...query }) => {
      const pages = pagesOf(channelOf({ channelId }));
      const { findInConversation } = await import('../../core/conversation/findInConversation');
      return findInConversation(pages, query, before);
    },
    'conversation.last': async () => {
      const title = await owner.lastTitle();
      return title === undefined ? {} : { title };
    },
    'view.save': p => keptOf(p).saveView(p.view),
    'host.act': p => owner.act(p.action),
    'programs.answer': p => owner.answerPrograms(p.hash, p.answer),
    'log.report': p => owner.report(p.level, p.message),
  } satisfies SomeHandlers;
}

function messageHandlers({ channelOf, keptOf }: PageTargets, owner: PageOwner) {
  const slash = new SlashActions();
  return {
    'message.send': ({ channelId, front, returned = 0, ...draft }) => {
      const channel = channelOf({ channelId });
      const { choices } = channel.conversation.summary;
      const question = lacks(choices, 'sideQuestions') ? undefined : sideQuestionIn(draft.text);
      if (question === undefined) {
        channel.sendDraft(draft, frozen(owner, channelId, front), returned);
        return;
      }
      channel.sideQuestions.ask(question);
      channel.saveDraft(emptyDraft, returned);
      const rest = { ...draft, text: '' };
      if (!isEmptyDraft(rest)) {
        // A side question takes no files: they wait for the next message.
        channel.messages.composer.compose(rest);
      }
    },
    'shell.run': p => channelOf(p).shell.run(p.command),
    'shell.stop': p => channelOf(p).shell.stop(p.id),
    'shell.remove': p => channelOf(p).shell.drop([p.id]),
    'speech.start': p => {
      channelOf(p);
      owner.speech.start(p.id);
    },
    'speech.stop': p => owner.speech.stop(p.id, p.keeps),
    'speech.setUp': () => owner.speech.setUp(),
    'message.recall': p => channelOf(p).history.recall(p.text),
    'mentions.find': p => owner.mentions.find(channelOf(p), p.query, p.depth),
    'mentions.drop': p => owner.drops.read(channelOf(p), p.places),
    'front.reveal': p => owner.front.reveal(channelOf(p).id, p.front),
    'front.choose': () => owner.front.choose(),
    'mention.open': p => owner.mentions.open(channelOf(p), p.target),
    'message.preview': ({ channelId, front, ...draft }) => {
      const channel = channelOf({ channelId });
      if (isEmptyDraft(draft)) {
        throw new UserError('message.empty', l10n.t('The message box is empty.'));
      }
      const context = [...channel.shell.ended.map(shellBlock), ...frozen(owner, channelId, front)];
      return owner.contents.preview(channel, draft, context);
    },
    'attachment.convert': p => {
      channelOf(p);
      return owner.contents.convert(p.name, p.data);
    },
    'attachment.open': p => owner.contents.openAttachment(channelOf(p), p.id),
    'context.open': p => owner.contents.openContext(channelOf(p), p.messageId, p.index),
    'draft.save': p => keptOf(p).saveDraft(p.draft, p.returned ?? 0),
    'command.run': p => slash.run(p.name),
    'command.inTerminal': p => slash.inTerminal(channelOf(p), p.name),
    'draft.stash': async p => {
      const channel = channelOf(p);
      const draft = await owner.saved.stash(p.draft);
      channel.saveDraft(draft);
      return draft;
    },
    'queue.edit': p => channelOf(p).messages.edit(p.messageId),
    'queue.sendNow': p => channelOf(p).messages.sendNow(p.messageId),
    'queue.resume': p => channelOf(p).messages.resumeQueue(),
    'queue.remove': p => channelOf(p).messages.remove(p.messageId),
    'queue.move': p => channelOf(p).messages.move(p.messageId, p.by),
  } satisfies SomeHandlers;
}

/** Returns what the chip of the editor stands for, as the user saw it. */
function frozen({ front }: PageOwner, channelId: ChannelId, id: string | undefined) {
  const block = id === undefined ? undefined : front.take(channelId, id);
  return block ? [block] : [];
}

function agentHandlers({ channelOf }: PageTargets, owner: PageOwner) {
  const { folders, tasks } = owner;
  return {
    'agent.stop': p => channelOf(p).stop(),
    'agent.act': p => {
      switch (p.action) {
        case 'resume':
        case 'restart':
          return channelOf(p).agent.resume();
        case 'takeOver':
        case 'takeBack':
          return owner.takeOver(channelOf(p));
        case 'chooseFolder':
          return folders.moveToOtherFolder(channelOf(p));
        default:
          return owner.act(p.action, channelOf(p));
      }
    },
    'folder.open': p => folders.open(channelOf(p)),
    'task.act': p => tasks.act(channelOf(p), p),
    'side.ask': p => channelOf(p).sideQuestions.ask(p.question, p.follows),
    'side.clear': p => channelOf(p).sideQuestions.clear(),
    'prompt.answer': p => channelOf(p).answer(p.promptId, p.answer),
    'prompt.check': p => channelOf(p).checkForm(p.promptId, p.entries),
    'prompt.seen': p => channelOf(p).noteSeen(p.promptId),
    'prompt.openDiff': p => channelOf(p).openPromptDiff(p.promptId),
    'mode.set': p => channelOf(p).settings.set({ mode: p.mode }),
    'model.set': p => channelOf(p).settings.set({ model: p.model }),
    'effort.set': p => channelOf(p).settings.set({ effort: p.effort }),
    'fastMode.set': p => channelOf(p).settings.set({ fastMode: p.fastMode }),
    'ultracode.set': p => channelOf(p).settings.set({ ultracode: p.ultracode }),
    'thinking.set': p => channelOf(p).settings.set({ maxThinkingTokens: p.maxThinkingTokens }),
    'option.set': p => channelOf(p).options.set(p.id, p.value),
  } satisfies SomeHandlers;
}

function turnHandlers(
  { channelOf }: PageTargets,
  { reviews, inspect }: PageOwner,
  opener: FileOpener,
) {
  return {
    'inspector.show': p => inspect(channelOf(p), p.turnId),
    'turn.retry': p => channelOf(p).retry(),
    'turn.edit': p => channelOf(p).editLast(),
    'turn.continue': p => channelOf(p).continueTurn(),
    'turn.goOnAtReset': p => channelOf(p).goOn.plan(),
    'turn.cancelGoOn': p => channelOf(p).goOn.cancel(),
    'turn.review': p => channelOf(p).reviews.open(p.turnId),
    'turn.copy': async p => opener.copy(await turnText(channelOf(p), p.turnId)),
    'turn.keep': p => reviews.keepTurn(channelOf(p), p.turnId),
    'turn.undo': p => reviews.undoTurn(channelOf(p), p.turnId),
    'turn.redo': p => reviews.redoTurn(channelOf(p)),
  } satisfies SomeHandlers;
}

function reviewHandlers({ channelOf }: PageTargets, { reviews }: PageOwner) {
  return {
    'review.open': p => reviews.openReview(channelOf(p)),
    'review.keep': p => reviews.keepAll(channelOf(p)),
    'review.undo': p => reviews.undoAll(channelOf(p)),
    'rewind.code': p => reviews.rewindCode(channelOf(p), p.messageId),
    'rewind.fork': p => reviews.fork(channelOf(p), p.messageId, p.rewindsCode),
    'rewind.pick': p => reviews.pickRewindTarget(channelOf(p)),
    'edit.openDiff': p => channelOf(p).reviews.openDiff(p.toolId, p.path),
  } satisfies SomeHandlers;
}

function contentHandlers({ channelOf }: PageTargets, opener: FileOpener) {
  return {
    'file.open': p => opener.openFile(p.location, channelOf(p)),
    'code.insert': async p => {
      channelOf(p);
      const { insertCode } = await import('./codeActions');
      await insertCode(p.text);
    },
    'code.run': async p => {
      const channel = channelOf(p);
      const { runCode } = await import('./codeActions');
      await runCode(channel, p.text);
    },
    'link.open': async p => {
      await opener.openLink(p.url);
    },
    'clipboard.write': p => opener.copy(p.text),
    'blob.read': async p => {
      const content = await channelOf(p).history.blob(p.blob);
      if (!content) {
        throw new UserError('page.absent', l10n.t('This content is no longer kept.'));
      }
      return content;
    },
  } satisfies SomeHandlers;
}
