import { join } from 'node:path';
import { messageOf } from '../../base/errors';
import type { CliLauncher } from '../../cli/cliLauncher';
import type { ProgramGate } from '../../cli/programs/programGate';
import type { SessionId, TurnId } from '../../contract/ids';
import type { Channel } from '../../core/conversation/channel';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import type { SessionMarks } from '../../core/registry/sessionMarks';
import type { DefaultAgents } from '../agents/defaultAgents';
import type { ContentActions } from '../attachments/contentActions';
import type { LivePort } from '../chat/chatPage';
import { Chats } from '../chat/chats';
import { DropReader } from '../chat/dropReader';
import { FileOpener } from '../chat/fileOpener';
import type { FrontView } from '../chat/frontPort';
import type { GeneralAction } from '../chat/handlers';
import type { ReviewActions } from '../chat/reviewActions';
import { SideBarMemory } from '../chat/sideBarMemory';
import type { Folders } from '../folders/buildFolders';
import type { RememberedFolders } from '../folders/rememberedFolders';
import { workspaceKey } from '../gate/folderChoice';
import { followAnswers } from '../gate/folderPrograms';
import type { GateKeeper } from '../gate/gate';
import type { HostBase } from '../hostBase';
import type { MentionFinder } from '../mentions/mentionFinder';
import { pageConfig } from '../pageConfig';
import type { SavedPrompts } from '../savedPrompts/savedPrompts';
import type { SpeechPort } from '../speech/pageSpeech';
import type { TaskActions } from '../tasks/taskActions';

export interface ChatParts extends HostBase {
  readonly registry: ChannelRegistry;
  readonly marks: SessionMarks;
  readonly folders: Folders;
  readonly gate: GateKeeper;
  readonly programs: ProgramGate;
  readonly agents: Pick<CliLauncher, 'askAboutPrograms'>;
  readonly reviews: ReviewActions;
  readonly tasks: TaskActions;
  readonly mentions: MentionFinder;
  readonly saved: SavedPrompts;
  readonly contents: ContentActions;
  readonly front: FrontView;
  readonly speech: SpeechPort;
  readonly live: LivePort;
  inspect(channel: Channel, turn?: TurnId): Promise<void>;
  /** Returns the title of the latest conversation in the folder for new ones. */
  lastTitle(): Promise<string | undefined>;
  readonly remembered: RememberedFolders;
  readonly defaults: DefaultAgents;
  /** Agent of a stored session; undefined: Claude Code. */
  sourceOf(id: SessionId): Promise<string | undefined>;
  act(action: GeneralAction, channel?: Channel): Promise<void>;
}

/** Builds the chats of the side bar and of the editor tabs. */
export function createChats(parts: ChatParts): Chats {
  const { context, storage, settings, log, add, registry, marks, folders, gate } = parts;
  const { programs, agents } = parts;
  const chats = add(
    new Chats(registry, {
      extensionUri: context.extensionUri,
      opener: new FileOpener(),
      reviews: parts.reviews,
      folders: folders.conversationFolders,
      tasks: parts.tasks,
      mentions: parts.mentions,
      saved: parts.saved,
      contents: parts.contents,
      drops: new DropReader(),
      front: parts.front,
      speech: parts.speech,
      live: parts.live,
      inspect: (channel, turn) => parts.inspect(channel, turn),
      lastTitle: () => parts.lastTitle(),
      log,
      memory: new SideBarMemory(join(storage, 'sideBar.json'), log),
      gate: (channel, agent) => gate.current(channel, agent),
      defaultAgent: cwd => parts.defaults.of(cwd),
      sourceOf: id => parts.sourceOf(id),
      askAboutPrograms: where =>
        agents.askAboutPrograms(where).catch((error: unknown) => log.debug(messageOf(error))),
      answerPrograms: (question, answer) => programs.answer(question, answer),
      config: () => pageConfig(settings),
      act: (action, channel) => parts.act(action, channel),
      marks,
      onClose: () => settings.get('tandem.tabs.onClose'),
      cwd: () => gate.cwd,
      added: cwd => parts.remembered.addedTo(cwd, gate.workspaceFolders),
      askCwd: () => folders.picker.forNew(),
      workspaceKey: () => workspaceKey(gate.workspaceFolders),
    }),
  );
  add(gate.onChanged(() => void chats.refresh()));
  add(
    followAnswers(
      programs,
      () => registry.all,
      channel => chats.isShown(channel),
    ),
  );
  return chats;
}
