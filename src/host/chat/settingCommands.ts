import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { PermissionMode } from '../../contract/content';
import { effortText } from '../../contract/labels/effortText';
import { fastModeNote } from '../../contract/labels/fastModeText';
import { findModel } from '../../contract/labels/modelLabel';
import { missingModeText, modeText } from '../../contract/labels/modeText';
import { settingLabel, thinkingLabel } from '../../contract/labels/settingLabel';
import type { Channel } from '../../core/conversation/channel';
import { offeredModes } from '../../transcript/offeredModes';
import type { CommandTable } from '../commands/command';
import { pick } from '../commands/inputs';
import { type ActiveChat, activeChannel } from '../commands/targets';
import { setOption } from './optionCommands';

/** In tokens; see `thinkingLabel`. */
const budgets = [null, 0, 4_096, 10_000, 31_999];

interface SettingCommandDeps {
  readonly chats: ActiveChat;
}

export function settingCommands({ chats }: SettingCommandDeps) {
  const set =
    (
      role: 'mode' | 'model' | 'thinking',
      ofClaude: (channel: Channel, argument: unknown) => Promise<void>,
    ) =>
    (argument: unknown) => {
      const channel = activeChannel(chats);
      return channel.conversation.summary.choices.foreign
        ? setOption(channel, role, argument)
        : ofClaude(channel, argument);
    };
  return {
    ...modeCommands(chats),
    'tandem.mode.set': set('mode', setMode),
    'tandem.model.set': set('model', setModel),
    'tandem.effort.set': set('thinking', setEffort),
    'tandem.thinking.set': set('thinking', setThinking),
    'tandem.fastMode.toggle': () => toggleFastMode(activeChannel(chats)),
    'tandem.ultracode.toggle': () => toggleUltracode(activeChannel(chats)),
  } satisfies Partial<CommandTable>;
}

/** A command for each mode, so that each can have its own key. */
function modeCommands(chats: ActiveChat) {
  const to = (mode: PermissionMode) => () => switchTo(activeChannel(chats), mode);
  return {
    'tandem.mode.default': to('default'),
    'tandem.mode.acceptEdits': to('acceptEdits'),
    'tandem.mode.plan': to('plan'),
    'tandem.mode.auto': to('auto'),
    'tandem.mode.dontAsk': to('dontAsk'),
    'tandem.mode.bypassPermissions': to('bypassPermissions'),
  } satisfies Partial<CommandTable>;
}

/** @throws UserError `settings.badArgument` if the agent does not offer the mode */
async function switchTo(channel: Channel, mode: PermissionMode): Promise<void> {
  const { summary } = channel.conversation;
  const { settings } = summary;
  const { modes, missing } = offeredModes(summary);
  if (!modes.includes(mode)) {
    const { label } = modeText(mode);
    const why = missing.find(one => one.mode === mode)?.why;
    throw new UserError(
      'settings.badArgument',
      why
        ? vscode.l10n.t('The mode {0} is not available. {1}.', label, missingModeText(why))
        : vscode.l10n.t('The mode {0} is not available in this conversation.', label),
    );
  }
  if (mode !== settings.mode) {
    await channel.settings.set({ mode });
  }
}

async function setMode(channel: Channel, argument: unknown): Promise<void> {
  const { settings } = channel.conversation.summary;
  const { modes } = offeredModes(channel.conversation.summary);
  const offered = modes.map(mode => ({ ...modeText(mode), value: mode }));
  const current = settings.requested.mode ?? settings.mode;
  const mode = await argumentOrPicked(argument, vscode.l10n.t('Permission Mode'), offered, current);
  if (mode && mode !== settings.mode) {
    await channel.settings.set({ mode });
  }
}

/** Accepts any name as an argument, because the agent knows more models than it lists. */
async function setModel(channel: Channel, argument: unknown): Promise<void> {
  const { choices, settings } = channel.conversation.summary;
  const { models } = choices;
  const current = findModel(models, settings.requested.model ?? settings.model)?.value;
  const offered = models.map(({ label, description, value }) => ({
    label,
    ...(description ? { description } : {}),
    value,
  }));
  const model =
    typeof argument === 'string' && argument !== ''
      ? argument
      : await pick(settingLabel('model'), offered, current);
  if (model) {
    await channel.settings.set({ model });
  }
}

async function setEffort(channel: Channel, argument: unknown): Promise<void> {
  const { choices, settings } = channel.conversation.summary;
  const model = choices.models.find(
    ({ value, resolved }) => value === settings.model || resolved === settings.model,
  );
  const efforts = (model ?? choices.models[0])?.efforts ?? [];
  if (efforts.length === 0) {
    throw new UserError(
      'settings.badArgument',
      vscode.l10n.t('This model has no levels of effort.'),
    );
  }
  const offered = [
    { label: vscode.l10n.t('Default'), value: 'default' as const },
    ...efforts.map(effort => ({ label: effortText(effort).label, value: effort })),
  ];
  const { requested } = settings;
  const current =
    (requested.effort === undefined ? settings.effort : requested.effort) ?? 'default';
  const effort = await argumentOrPicked(argument, settingLabel('effort'), offered, current);
  if (effort) {
    await channel.settings.set({ effort: effort === 'default' ? null : effort });
  }
}

async function toggleFastMode(channel: Channel): Promise<void> {
  const { choices, settings } = channel.conversation.summary;
  const { requested, fastMode, fastModeBlocked } = settings;
  const model = findModel(choices.models, requested.model ?? settings.model);
  if (!model?.hasFastMode || !fastMode) {
    throw new UserError('settings.badArgument', vscode.l10n.t('This model has no fast mode.'));
  }
  const isOn = (requested.fastMode ?? fastMode) !== 'off';
  if (!isOn && fastModeBlocked) {
    throw new UserError('settings.badArgument', fastModeNote(fastMode, fastModeBlocked));
  }
  await channel.settings.set({ fastMode: isOn ? 'off' : 'on' });
}

/** @throws UserError `settings.badArgument` if the agent does not offer it for the model */
async function toggleUltracode(channel: Channel): Promise<void> {
  const { requested, ultracode } = channel.conversation.summary.settings;
  if (!ultracode) {
    throw new UserError('settings.badArgument', vscode.l10n.t('This model has no Ultracode.'));
  }
  const isOn = (requested.ultracode ?? ultracode) === 'on';
  await channel.settings.set({ ultracode: isOn ? 'off' : 'on' });
}

async function setThinking(channel: Channel, argument: unknown): Promise<void> {
  const { requested, maxThinkingTokens: now } = channel.conversation.summary.settings;
  const current = requested.maxThinkingTokens === undefined ? now : requested.maxThinkingTokens;
  const offered = budgets.map(tokens => ({ label: thinkingLabel(tokens), value: tokens }));
  const maxThinkingTokens =
    typeof argument === 'number' && argument >= 0
      ? Math.floor(argument)
      : await pick(vscode.l10n.t('Thinking Budget'), offered, current);
  if (maxThinkingTokens !== undefined) {
    await channel.settings.set({ maxThinkingTokens });
  }
}

/** @throws UserError if the given value is not offered */
async function argumentOrPicked<T extends string>(
  argument: unknown,
  title: string,
  offered: readonly { label: string; description?: string; value: T }[],
  current: T,
): Promise<T | undefined> {
  if (argument === undefined) {
    return pick(title, offered, current);
  }
  const found = offered.find(({ value }) => value === argument);
  if (!found) {
    const names = offered.map(({ value }) => value).join(', ');
    throw new UserError('settings.badArgument', vscode.l10n.t('{0}: one of {1}', title, names));
  }
  return found.value;
}
