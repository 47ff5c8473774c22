import * as l10n from '@vscode/l10n';
import type { ControlResult } from '../../../protocol/control';

export interface HookEvent {
  readonly name: string;
  readonly summary: string;
  readonly takesMatcher: boolean;
}

/** Returns the events of the CLI, or those of the oldest versions where it has not named its own. */
export function hookEvents(
  report: ControlResult<'get_hooks_listing'> | undefined,
): readonly HookEvent[] {
  const named = (report?.eventCatalog ?? []).map(({ name, summary = '', supportsMatcher }) => ({
    ...{ name, summary, takesMatcher: supportsMatcher === true },
  }));
  return named.length > 0 ? named : commonEvents();
}

function commonEvents(): readonly HookEvent[] {
  return [
    { name: 'PreToolUse', summary: l10n.t('Before a tool is used'), takesMatcher: true },
    { name: 'PostToolUse', summary: l10n.t('After a tool was used'), takesMatcher: true },
    { name: 'Notification', summary: l10n.t('When a notification is sent'), takesMatcher: true },
    { name: 'UserPromptSubmit', summary: l10n.t('When you send a message'), takesMatcher: false },
    { name: 'SessionStart', summary: l10n.t('When a session begins'), takesMatcher: true },
    { name: 'SessionEnd', summary: l10n.t('When a session ends'), takesMatcher: true },
    { name: 'Stop', summary: l10n.t('Before Claude ends its turn'), takesMatcher: false },
    { name: 'SubagentStop', summary: l10n.t('Before an agent ends its turn'), takesMatcher: true },
    {
      name: 'PreCompact',
      summary: l10n.t('Before the conversation is compacted'),
      takesMatcher: true,
    },
  ];
}
