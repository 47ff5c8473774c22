import * as l10n from '@vscode/l10n';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { messageOf, UserError } from '../../../base/errors';
import { requireTrusted } from '../model/requireTrusted';
import type {
  ActionOutcome,
  ActionRequest,
  SectionContent,
  SectionPlace,
  SectionSource,
} from '../model/sectionSource';
import { actOnCalls } from './calls/callActions';
import { callGroup } from './calls/callGroup';
import { conversationGroup, costGroup, limitGroup, waitingGroups } from './reportGroups';
import { actOnStored } from './storedActions';
import { storedGroups } from './storedGroups';
import type { UsagePorts } from './usagePorts';
import { reportedLimits, type UsageReport } from './usageReport';

/**
 * Shows the limits of the subscription, what conversations cost, which wait for a reset, and what
 * the stored ones have used.
 */
export function usageSection(ports: UsagePorts): SectionSource {
  let report: Promise<SeenReport> | undefined;
  let shown: readonly unknown[] = [];
  return {
    id: 'usage',
    title: l10n.t('Usage'),
    read: (place, isRefresh = false) => {
      const { stored, calls } = ports;
      if (isRefresh) {
        void stored.count();
      }
      // Counts of our own are shown with the last answer of the CLI, or the one that is awaited.
      const counted = [stored.state, calls.revision];
      if (isRefresh || !report || counted.every((one, at) => one === shown[at])) {
        report = ask(place, ports);
      }
      shown = counted;
      return read(place, ports, report);
    },
    act: (place, request) => act(place, request, ports),
    watch: (_, onChange) => {
      const store = new DisposableStore();
      store.add(ports.limits.onChanged(onChange));
      let waiting = waitingKey(ports);
      const look = () => {
        const key = waitingKey(ports);
        if (key !== waiting) {
          waiting = key;
          onChange();
        }
      };
      store.add(ports.onChanged(look));
      store.add(ports.stored.onChanged(onChange));
      store.add(ports.calls.onChanged(onChange));
      void ports.stored.count();
      // Nobody waits for a count in a tab that is hidden or closed.
      store.add({ dispose: () => ports.stored.cancel() });
      return store satisfies Disposable;
    },
  };
}

/** Changes with the conversations that wait for a reset. */
function waitingKey({ channels }: UsagePorts): string {
  return channels()
    .map(({ id, goOn }) => `${id} ${goOn.at} ${goOn.possibleAt}`)
    .join();
}

/** Answer of a CLI, and why there is none. */
interface SeenReport {
  readonly report: UsageReport;
  readonly notes: readonly { readonly text: string }[];
}

async function read(
  place: SectionPlace,
  ports: UsagePorts,
  seen: Promise<SeenReport>,
): Promise<SectionContent> {
  const { report, notes } = await seen;
  const known = await ports.conversations();
  return {
    notes,
    groups: [
      limitGroup(report, ports),
      ...waitingGroups(place, ports),
      conversationGroup(place, report),
      callGroup(place, ports.calls),
      ...storedGroups(ports.stored.state, known),
      costGroup(known),
    ],
  };
}

async function ask(place: SectionPlace, { limits }: UsagePorts): Promise<SeenReport> {
  try {
    requireTrusted(place);
    const report = await (await place.reports()).ask('get_usage', {});
    limits.take(reportedLimits(report));
    return { report, notes: [] };
  } catch (error) {
    const text = l10n.t('Only what conversations have reported is shown: {0}', messageOf(error));
    return { report: {}, notes: [{ text }] };
  }
}

async function act(
  place: SectionPlace,
  request: ActionRequest,
  ports: UsagePorts,
): Promise<ActionOutcome> {
  const { action, row } = request;
  const outcome =
    (await actOnStored(request, ports)) ?? (await actOnCalls(place, request, ports.calls));
  if (outcome) {
    return outcome;
  }
  const { channels } = ports;
  requireTrusted(place);
  const channel = channels().find(({ id }) => `waiting/${id}` === row);
  if (!channel) {
    throw new UserError('row.gone', l10n.t('This conversation is no longer open.'));
  }
  switch (action) {
    case 'goOn':
      channel.goOn.plan();
      return { undo: async () => channel.goOn.cancel() };
    case 'cancelGoOn':
      channel.goOn.cancel();
      return { undo: async () => channel.goOn.plan() };
    default:
      throw new UserError('page.badCall', l10n.t('There is no such action.'));
  }
}
