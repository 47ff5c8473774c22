import * as l10n from '@vscode/l10n';
import type { BlobContent } from '../../../src/contract/calls';
import type { Text } from '../../../src/contract/content';
import type { BlobId, PromptId, ToolCallId } from '../../../src/contract/ids';
import type { PromptAnswer } from '../../../src/contract/prompts';
import { agentTitleOf } from '../../store/agentTitle';
import { useActions, usePageState, usePageStore } from '../../store/pageContext';
import { fullText } from '../../store/useText';
import type { ClickTarget } from './toolView';

/** Page functions available to cards. */
export interface CardPage {
  readonly agentTitle: string;
  /** Prompt that the digit keys answer. */
  readonly firstWaiting: PromptId | undefined;
  /** Returns the target of a loaded call; for a subagent, its task. */
  targetOf(toolId: ToolCallId | undefined): string | undefined;
  /** Shortens a path inside the conversation's folder to a relative one. */
  shortPath(path: string): string;
  openTarget(place: ClickTarget): void;
  openDiff(toolId: ToolCallId, path?: string): void;
  openProposal(promptId: PromptId): void;
  /** Tells the host that all of a request was in view. */
  tellSeen(promptId: PromptId): void;
  copy(text: string): void;
  /** Inserts code into the editor. */
  insertCode(text: string): void;
  /** Brings code into the terminal. */
  runCode(text: string): void;
  /** @throws if the host no longer has the blob */
  readBlob(blob: BlobId): Promise<BlobContent>;
  fullText(text: Text): Promise<string>;
  /** @throws if the answer was not accepted */
  answer(promptId: PromptId, answer: PromptAnswer): Promise<void>;
}

export function useCardPage(): CardPage {
  const { call, callHost, readBlob } = useActions();
  const store = usePageStore();
  const agentTitle = usePageState(agentTitleOf);
  const firstWaiting = usePageState(state => state.conversation.summary.waiting[0]?.id);
  return {
    agentTitle,
    firstWaiting,
    targetOf: toolId => {
      if (toolId === undefined) {
        return undefined;
      }
      const { open, turns } = store.get().conversation;
      for (const turn of [...turns, ...(open ? [open] : [])].reverse()) {
        const item = turn.items.find(other => other.kind === 'tool' && other.call.id === toolId);
        if (item?.kind === 'tool') {
          return item.call.target;
        }
      }
      return undefined;
    },
    shortPath: path => {
      const { cwd } = store.get().conversation.summary;
      const isInside = cwd !== undefined && /^[\\/]/.test(path.slice(cwd.length));
      return isInside && path.startsWith(cwd) ? path.slice(cwd.length + 1) : path;
    },
    openTarget: place =>
      void (place.kind === 'url'
        ? callHost('link.open', { url: place.url })
        : call('file.open', { location: place.location })),
    openDiff: (toolId, path) =>
      void call('edit.openDiff', { toolId, ...(path === undefined ? {} : { path }) }),
    openProposal: promptId => void call('prompt.openDiff', { promptId }),
    tellSeen: promptId => void call('prompt.seen', { promptId }),
    copy: text => void callHost('clipboard.write', { text }),
    insertCode: text => void call('code.insert', { text }),
    runCode: text => void call('code.run', { text }),
    readBlob,
    fullText: text => fullText(text, readBlob),
    answer: async (promptId, answer) => {
      if (!(await call('prompt.answer', { promptId, answer }))) {
        throw new Error(l10n.t('The answer was not taken.'));
      }
    },
  };
}
