import * as l10n from '@vscode/l10n';
import type { FormField } from '../../../contract/elicitation';
import type { ActionForm } from '../../../contract/sections';
import { scopeField } from '../files/scopeField';
import type { HookEvent } from './hookEvents';
import type { ListedHook } from './listedHooks';

/** @param hook hook to edit; absent for a new one */
export function hookForm(
  events: readonly HookEvent[],
  cwd: string | undefined,
  hook?: ListedHook,
  initialEvent?: string,
): ActionForm {
  const common = [matcherField(hook), commandField(hook), timeoutField(hook)];
  return hook
    ? {
        title: l10n.t('Edit hook'),
        submit: l10n.t('Save'),
        fields: common,
        canPreview: true,
      }
    : {
        title: l10n.t('Add hook'),
        submit: l10n.t('Add'),
        fields: [eventField(events, initialEvent), ...common, scopeField(cwd)],
        note: l10n.t(
          'The command runs with your rights, without asking, whenever the event occurs.',
        ),
        canPreview: true,
      };
}

function eventField(events: readonly HookEvent[], initial = 'PreToolUse'): FormField {
  const options = events.map(({ name, summary }) => ({
    value: name,
    label: summary === '' ? name : l10n.t('{0}: {1}', name, summary),
  }));
  return {
    ...{ kind: 'choice', name: 'event', title: l10n.t('Event'), isRequired: true, options },
    initial,
  };
}

function matcherField(hook: ListedHook | undefined): FormField {
  return {
    ...{ kind: 'text', name: 'matcher', title: l10n.t('Matcher'), isRequired: false },
    maxLength: 1_000,
    description: l10n.t('Tools or reasons that it is for, such as {0}. Empty: all.', 'Edit|Write'),
    ...(hook?.matcher ? { initial: hook.matcher } : {}),
  };
}

function commandField(hook: ListedHook | undefined): FormField {
  return {
    ...{ kind: 'text', name: 'command', title: l10n.t('Command'), isRequired: true },
    maxLength: 8_000,
    description: l10n.t('Shell command that gets the event as JSON on its standard input.'),
    ...(hook ? { initial: hook.content } : {}),
  };
}

function timeoutField(hook: ListedHook | undefined): FormField {
  return {
    ...{ kind: 'number', name: 'timeout', title: l10n.t('Time limit'), isRequired: false },
    ...{ isInteger: true, minimum: 1, maximum: 86_400 },
    description: l10n.t("In seconds. Leave empty for the CLI's own limit."),
    ...(hook?.timeout === undefined ? {} : { initial: hook.timeout }),
  };
}
