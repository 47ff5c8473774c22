import * as l10n from '@vscode/l10n';
import { timeText } from '../../../base/locale';
import type { Badge, SectionGroup, SectionRow } from '../../../contract/sections';
import type { HookRun } from '../../../protocol/agentReports';
import { fileNotes } from '../files/fileNotes';
import { removal } from '../files/removal';
import { originOf } from '../files/scopeLabels';
import type { SectionContent, SectionPlace } from '../model/sectionSource';
import { allHooks } from './hookActions';
import type { HookEvent } from './hookEvents';
import { hookForm } from './hookForms';
import type { HookState } from './hookState';
import type { ListedHook } from './listedHooks';

type Place = Pick<SectionPlace, 'cwd' | 'isTrusted'>;

const mostRuns = 5;

export function hookContent(state: HookState, place: Place): SectionContent {
  const { hooks, files, note, managedOnly } = state;
  const unknown = [...new Set(hooks.map(({ event }) => event))]
    .filter(event => state.events.every(({ name }) => name !== event))
    .map(name => ({
      name,
      summary: l10n.t('The CLI does not know this event'),
      takesMatcher: true,
    }));
  const used = [...state.events, ...unknown].filter(({ name }) =>
    hooks.some(({ event }) => event === name),
  );
  return {
    groups: [
      allGroup(state, place),
      ...used.map(event => eventGroup(event, state, place)),
      ...(used.length === 0
        ? [{ id: 'none', title: l10n.t('Hooks'), rows: [], empty: l10n.t('No hooks') }]
        : []),
    ],
    notes: [
      ...(note ? [note] : []),
      ...fileNotes(files),
      ...(managedOnly
        ? [{ text: l10n.t('Your organization allows managed hooks only: others do not run.') }]
        : []),
    ],
    ...(place.isTrusted
      ? {
          actions: [
            {
              ...{ id: 'add', label: l10n.t('Add Hook…'), kind: 'primary' },
              form: hookForm(state.events, place.cwd),
            },
          ],
        }
      : {}),
  };
}

function allGroup({ files, hooks }: HookState, { isTrusted }: Place): SectionGroup {
  const off = files.find(({ value }) => value.disableAllHooks === true);
  const label = l10n.t('Disable all hooks');
  const canSwitch = isTrusted && (!off || originOf(off, isTrusted).readOnly === undefined);
  return {
    id: 'switch',
    title: l10n.t('All hooks'),
    rows: [
      {
        id: allHooks,
        title: label,
        detail: off
          ? l10n.t('No hook runs')
          : hooks.length === 0
            ? l10n.t('No hook is set up. Hooks that you add run.')
            : l10n.t('Hooks run. Each shows what it did last in the active conversation.'),
        ...(off ? { origin: originOf(off, isTrusted), canOpen: true } : {}),
        ...(canSwitch
          ? { toggle: { action: 'switch', label, isOn: off !== undefined, canPreview: true } }
          : {}),
      },
    ],
  };
}

function eventGroup(event: HookEvent, state: HookState, { cwd, isTrusted }: Place): SectionGroup {
  const hooks = state.hooks.filter(hook => hook.event === event.name);
  const runs = state.runs.filter(run => run.event === event.name);
  const [only] = hooks.length === 1 ? hooks : [];
  return {
    id: event.name,
    title: event.name,
    note: event.summary,
    rows: [
      ...hooks.map(hook => hookRow(hook, state, cwd, hook === only ? runs[0] : undefined)),
      ...(runs.length > 0 && !only ? [runsRow(event.name, runs)] : []),
    ],
    ...(isTrusted
      ? {
          actions: [
            {
              ...{ id: 'add', label: l10n.t('Add Hook…') },
              form: hookForm(state.events, cwd, undefined, event.name),
            },
          ],
        }
      : {}),
  };
}

function hookRow(
  hook: ListedHook,
  { events }: HookState,
  cwd: string | undefined,
  run: HookRun | undefined,
): SectionRow {
  const parts = [
    hook.matcher === '' ? undefined : l10n.t('For {0}', hook.matcher),
    hook.type === 'command' ? undefined : hook.type,
    hook.timeout === undefined ? undefined : l10n.t('At most {0} s', hook.timeout),
    run ? runText(run) : undefined,
  ].filter(part => part !== undefined);
  const edit = { id: 'edit', label: l10n.t('Edit…'), form: hookForm(events, cwd, hook) };
  const remove = removal('remove', l10n.t('Remove'));
  return {
    id: hook.id,
    title: hook.content,
    ...(parts.length > 0 ? { detail: parts.join(' · ') } : {}),
    ...(run?.text ? { more: run.text } : {}),
    ...(run && !isFine(run) ? { badges: [runBadge(run)] } : {}),
    origin: hook.origin,
    ...(hook.path === undefined ? {} : { canOpen: true }),
    ...(hook.place ? { actions: hook.type === 'command' ? [edit, remove] : [remove] } : {}),
  };
}

/** The CLI does not say which hook of an event has run. */
function runsRow(event: string, runs: readonly HookRun[]): SectionRow {
  return {
    id: `runs/${event}`,
    title: l10n.t('Last runs'),
    rows: runs.slice(0, mostRuns).map((run, index) => ({
      id: `runs/${event}/${index}`,
      title: run.name,
      detail: timeText(run.at, { timeStyle: 'medium' }),
      badges: [runBadge(run)],
      ...(run.text === '' ? {} : { more: run.text }),
    })),
  };
}

function isFine({ result }: HookRun): boolean {
  return result === 'silent' || result === 'printed';
}

function runBadge(run: HookRun): Badge {
  return { text: resultText(run), ...(isFine(run) ? {} : { tone: 'warning' as const }) };
}

function runText(run: HookRun): string {
  const time = timeText(run.at, { timeStyle: 'medium' });
  // A badge says what went wrong.
  return isFine(run)
    ? l10n.t('Last run {0}: {1}', time, resultText(run))
    : l10n.t('Last run {0}', time);
}

function resultText({ result, exitCode }: HookRun): string {
  switch (result) {
    case 'silent':
      return l10n.t('no output');
    case 'printed':
      return l10n.t('printed something');
    case 'blocked':
      return l10n.t('stopped what it was asked about');
    case 'failed':
      return exitCode === undefined
        ? l10n.t('failed')
        : l10n.t('failed with exit code {0}', exitCode);
  }
}
