import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { AgentOption } from '../../contract/choices';
import type { Channel } from '../../core/conversation/channel';
import { pick } from '../commands/inputs';

/**
 * Sets the option of a foreign agent that has this role, to the given value or the one that the
 * user picks.
 * @throws UserError `settings.badArgument` if the agent has no such option or value
 */
export async function setOption(
  channel: Channel,
  role: Exclude<AgentOption['role'], 'other'>,
  argument: unknown,
): Promise<void> {
  const { foreign, options = [] } = channel.conversation.summary.choices;
  const option = options.find(one => one.role === role && one.kind === 'select');
  if (option?.kind !== 'select') {
    throw new UserError(
      'settings.badArgument',
      vscode.l10n.t('{0} does not offer this setting.', foreign?.title ?? ''),
    );
  }
  const offered = option.groups.flatMap(({ label: group, values }) =>
    values.map(({ value, label, description = group }) => ({
      ...{ value, label },
      ...(description ? { description } : {}),
    })),
  );
  const value = argument === undefined ? await pick(option.label, offered, option.value) : argument;
  if (value === undefined) {
    return;
  }
  const known = offered.find(one => one.value === value);
  if (!known) {
    const names = offered.map(one => one.value).join(', ');
    throw new UserError(
      'settings.badArgument',
      vscode.l10n.t('{0}: one of {1}', option.label, names),
    );
  }
  await channel.options.set(option.id, known.value);
}
