import * as l10n from '@vscode/l10n';
import { DisposableStore } from '../../../base/disposable';
import type { Event } from '../../../base/emitter';
import { messageOf, UserError } from '../../../base/errors';
import type { LocatedCli } from '../../../cli/launch/cliLocator';
import { isAtLeast } from '../../../cli/launch/version';
import type { SectionGroup, SectionId, SectionRow } from '../../../contract/sections';
import type { Channel } from '../../../core/conversation/channel';
import type { GatewayService } from '../../gateway/gatewayService';
import { requireTrusted } from '../model/requireTrusted';
import type {
  ActionOutcome,
  ActionRequest,
  SectionContent,
  SectionPlace,
  SectionSource,
} from '../model/sectionSource';
import { gatewayRow } from './gatewayRow';
import { linkOf, reportedGroups } from './statusRows';

/** Settings file that the CLI does not take as it is. */
interface FileFault {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly reason: string;
}

export interface StatusPorts {
  locate(): Promise<Pick<LocatedCli, 'path' | 'version' | 'source' | 'wrapper'>>;
  /** Opens a terminal in which the CLI checks its own installation. */
  doctor(cwd: string | undefined): Promise<void>;
  configFolder(): string;
  readonly tandemVersion: string;
  channels(): readonly Channel[];
  /** Fires when a conversation changes. */
  readonly onChanged: Event<Channel>;
  readonly gateway: Pick<GatewayService, 'state' | 'onChanged'>;
  faults(cwd: string | undefined): Promise<readonly FileFault[]>;
  /** Shows another section of the tab. */
  show(section: SectionId): void;
}

/** Shows the CLI, the agents that run, what they report, and what is wrong with their files. */
export function statusSection(ports: StatusPorts): SectionSource {
  return {
    id: 'status',
    title: l10n.t('Status'),
    read: place => read(place, ports),
    act: (place, request) => act(place, request, ports),
    locate: async ({ cwd }, row) => {
      const faults = await ports.faults(cwd);
      return faults.find(one => faultRow(one) === row);
    },
    watch: (_, onChange) => {
      const store = new DisposableStore();
      let shown = liveKey(ports);
      store.add(
        ports.onChanged(() => {
          const key = liveKey(ports);
          if (key !== shown) {
            shown = key;
            onChange();
          }
        }),
      );
      store.add(ports.gateway.onChanged(onChange));
      return store;
    },
  };
}

/** Changes with the agents that run. */
function liveKey({ channels }: StatusPorts): string {
  return channels()
    .map(({ id, title, agent }) => `${id} ${title} ${agent.slot.live?.pid}`)
    .join();
}

async function read(place: SectionPlace, ports: StatusPorts): Promise<SectionContent> {
  const { cli, reason: why } = await located(place, ports);
  const { groups, reason } = await reported(place);
  const rest = why ?? reason;
  const doctor = { id: 'doctor', label: l10n.t('Run Doctor in Terminal') };
  return {
    groups: [
      ownGroup(cli, ports),
      agentGroup(place, cli?.version, ports),
      ...groups,
      await faultGroup(place, ports),
    ],
    notes: rest === undefined ? [] : [{ text: rest }],
    ...(place.isTrusted ? { actions: [doctor] } : {}),
  };
}

async function located(place: SectionPlace, ports: StatusPorts) {
  try {
    requireTrusted(place);
    return { cli: await ports.locate() };
  } catch (error) {
    return { reason: messageOf(error) };
  }
}

async function reported(place: SectionPlace) {
  try {
    requireTrusted(place);
    return { groups: await reportedGroups(await place.reports()) };
  } catch (error) {
    return { groups: [], reason: messageOf(error) };
  }
}

type Cli = Awaited<ReturnType<StatusPorts['locate']>>;

function ownGroup(cli: Cli | undefined, ports: StatusPorts): SectionGroup {
  const row = (id: string, title: string, detail: string): SectionRow => ({ id, title, detail });
  return {
    id: 'tandem',
    title: l10n.t('Tandem'),
    rows: [
      row('tandem', l10n.t('Tandem'), ports.tandemVersion),
      ...(cli
        ? [
            row('cli', l10n.t('Claude Code'), cli.version),
            row('cliPath', l10n.t('Executable'), cli.path),
            row('cliSource', l10n.t('Found by'), sourceText(cli.source)),
            ...(cli.wrapper ? [row('wrapper', l10n.t('Started by'), cli.wrapper.path)] : []),
          ]
        : []),
      gatewayRow(ports.gateway.state, ports.channels()),
      row('config', l10n.t('Configuration folder'), ports.configFolder()),
      row('node', l10n.t('Node.js of the editor'), process.versions.node),
    ],
  };
}

function sourceText(source: LocatedCli['source']): string {
  switch (source) {
    case 'setting':
      return l10n.t('The setting {0}', 'tandem.cli.path');
    case 'path':
      return l10n.t('The variable {0} of your shell', 'PATH');
    case 'place':
      return l10n.t('A usual place of installation');
    case 'own':
      return l10n.t("Tandem's own installation");
  }
}

/** Agents of conversations; those that an update on disk has overtaken can be restarted. */
function agentGroup(
  { isTrusted }: SectionPlace,
  newest: string | undefined,
  { channels }: StatusPorts,
): SectionGroup {
  const rows = channels().flatMap(({ id, title, agent }): SectionRow[] => {
    const { live } = agent.slot;
    if (!live) {
      return [];
    }
    const version = live.reports?.version;
    const isOld = version !== undefined && newest !== undefined && !isAtLeast(version, newest);
    const action = { id: 'restart', label: l10n.t('Restart with Next Message') };
    return [
      {
        ...{ id: `agent/${id}`, title },
        detail: l10n.t('Version {0}, process {1}', version ?? '?', live.pid ?? '?'),
        ...(isOld
          ? { badges: [{ text: l10n.t('{0} is installed', newest), tone: 'warning' as const }] }
          : {}),
        ...(isTrusted ? { actions: [action] } : {}),
      },
    ];
  });
  const empty = l10n.t('None. An agent starts with the next message of its conversation.');
  return { id: 'agents', title: l10n.t('Running agents'), rows, empty };
}

async function faultGroup({ cwd }: SectionPlace, ports: StatusPorts): Promise<SectionGroup> {
  const rows = (await ports.faults(cwd)).map(fault => ({
    id: faultRow(fault),
    title: fault.path,
    detail: l10n.t('Line {0}: {1}', fault.line, fault.reason),
    badges: [{ text: l10n.t('not read'), tone: 'bad' as const }],
    canOpen: true,
  }));
  const empty = l10n.t('All settings files can be read.');
  return { id: 'faults', title: l10n.t('Settings files with errors'), rows, empty };
}

function faultRow({ path }: FileFault): string {
  return `fault/${path}`;
}

async function act(
  place: SectionPlace,
  { action, row = '' }: ActionRequest,
  ports: StatusPorts,
): Promise<ActionOutcome> {
  const link = action === 'show' ? linkOf(row) : undefined;
  if (link) {
    ports.show(link);
    return { text: '' };
  }
  requireTrusted(place);
  if (action === 'doctor') {
    await ports.doctor(place.cwd);
    return { text: '' };
  }
  const channel = ports.channels().find(({ id }) => `agent/${id}` === row);
  if (action !== 'restart' || !channel) {
    throw new UserError('row.gone', l10n.t('This agent is no longer running.'));
  }
  channel.agent.needRestart();
  return { text: l10n.t('Claude Code restarts with the next message.') };
}
