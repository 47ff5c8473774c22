import * as l10n from '@vscode/l10n';
import type { Disposable } from '../../../base/disposable';
import { messageOf, UserError } from '../../../base/errors';
import type { SectionAction } from '../../../contract/sections';
import type { Channel } from '../../../core/conversation/channel';
import { requireTrusted } from '../model/requireTrusted';
import type {
  ActionOutcome,
  ActionRequest,
  RowPlace,
  SectionContent,
  SectionPlace,
  SectionSource,
} from '../model/sectionSource';
import { contextGroups, fillMeter, memoryRow } from './contextRows';

export interface ContextPorts {
  /** Per cent from which on the fill is a warning. */
  warnAt(): number;
  /** Opens a new conversation whose draft mentions this one. */
  handOver(channel: Channel): Promise<void>;
  /** Reports changes of a conversation. */
  onChanged(listener: (channel: Channel) => void): Disposable;
}

/** Shows what the context of the conversation in front is filled with, and what can be done. */
export function contextSection(ports: ContextPorts): SectionSource {
  return {
    id: 'context',
    title: l10n.t('Context'),
    read: place => read(place, ports),
    act: (place, request) => act(place, request, ports),
    locate: async (place, row) => {
      const { memoryFiles = [] } = await ask(place);
      const found = memoryFiles.find(({ path }) => path !== undefined && memoryRow(path) === row);
      return found?.path === undefined ? undefined : ({ path: found.path } satisfies RowPlace);
    },
    watch: ({ channel }, onChange) => {
      let shown = channel?.conversation.summary.usage;
      return ports.onChanged(changed => {
        const { usage } = changed.conversation.summary;
        if (changed.id === channel?.id && usage !== shown) {
          shown = usage;
          onChange();
        }
      });
    },
  };
}

async function read(place: SectionPlace, ports: ContextPorts): Promise<SectionContent> {
  const { channel, isTrusted } = place;
  const actions = isTrusted && channel && !channel.isFresh ? channelActions() : [];
  const asleep = l10n.t(
    'No agent is running in this conversation. The list shows what a new one starts with.',
  );
  const notes = channel?.agent.isLive ? [] : [{ text: asleep }];
  try {
    const warnAt = ports.warnAt();
    const groups = contextGroups(await ask(place), { warnAt, canToggle: isTrusted });
    return { groups, notes, actions };
  } catch (error) {
    const text = l10n.t('Only the context usage is known: {0}', messageOf(error));
    return { groups: [knownFill(place, ports.warnAt())], notes: [{ text }], actions };
  }
}

/** @throws UserError where no CLI answers */
async function ask(place: SectionPlace) {
  requireTrusted(place);
  const reports = await place.reports();
  return reports.ask('get_context_usage', { detail: 'full' });
}

/** The fill that the conversation itself has reported, for versions without the report. */
function knownFill({ channel }: SectionPlace, warnAt: number): SectionContent['groups'][number] {
  const { contextTokens, contextWindow } = channel?.conversation.summary.usage ?? {};
  const title = l10n.t('Context');
  const rows =
    contextTokens === undefined || contextWindow === undefined
      ? []
      : [{ id: 'fill', title, meter: fillMeter(contextTokens, contextWindow, warnAt) }];
  const empty = l10n.t('It is known once a conversation has an answer.');
  return { id: 'summary', title: l10n.t('Context used'), rows, empty };
}

function channelActions(): SectionAction[] {
  return [
    { id: 'compact', label: l10n.t('Compact'), kind: 'primary' },
    { id: 'handOver', label: l10n.t('Continue in New Conversation') },
    {
      id: 'clear',
      label: l10n.t('Clear'),
      kind: 'danger',
      question: l10n.t('Start over? This conversation stays in the list of conversations.'),
    },
  ];
}

async function act(
  place: SectionPlace,
  { action, row }: ActionRequest,
  ports: ContextPorts,
): Promise<ActionOutcome> {
  requireTrusted(place);
  if (action === 'serverOff' && row?.startsWith('server/')) {
    const serverName = row.slice('server/'.length);
    const set = async (enabled: boolean) => {
      await (await place.reports()).ask('mcp_toggle', { serverName, enabled });
    };
    await set(false);
    const text = l10n.t('{0} is off in this folder.', serverName);
    return { text, undo: () => set(true) };
  }
  const { channel } = place;
  if (!channel) {
    throw new UserError('conversation.none', l10n.t('Open a conversation first.'));
  }
  switch (action) {
    case 'compact':
      channel.send({ text: '/compact', images: [] });
      return { text: l10n.t('The conversation is being compacted.') };
    case 'clear':
      channel.send({ text: '/clear', images: [] });
      return { text: l10n.t('The conversation starts over.') };
    case 'handOver':
      await ports.handOver(channel);
      return { text: '' };
    default:
      throw new UserError('page.badCall', l10n.t('There is no such action.'));
  }
}
