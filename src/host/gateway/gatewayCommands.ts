import * as vscode from 'vscode';
import { baseUrlChanges } from '../../gateway/changes';
import type { CommandTable } from '../commands/command';
import type { SettingKey } from '../contributed';
import { nativeUi } from '../nativeText/nativeUi';
import type { SettingsReader } from '../settings';

const setting = 'tandem.gateway.observe' satisfies SettingKey;

interface GatewayCommandParts {
  readonly settings: Pick<SettingsReader, 'get'>;
  /** Version of Claude Code. @throws UserError if there is none to ask */
  version(): Promise<string>;
}

/** Commands that switch observing on, after the user has seen what it changes, and off. */
export function gatewayCommands({ settings, version }: GatewayCommandParts) {
  return {
    'tandem.gateway.observe': async () => {
      if (settings.get(setting)) {
        void nativeUi.showInformationMessage(vscode.l10n.t('Model calls are already observed.'));
        return;
      }
      const observe = vscode.l10n.t('Observe');
      const answer = await nativeUi.showWarningMessage(
        vscode.l10n.t('Observe the model calls of conversations?'),
        { modal: true, detail: observingConsent(await version()) },
        observe,
      );
      if (answer === observe) {
        await write(true);
      }
    },
    'tandem.gateway.stop': async () => {
      if (!settings.get(setting)) {
        void nativeUi.showInformationMessage(vscode.l10n.t('Model calls are not observed.'));
        return;
      }
      await write(undefined);
    },
  } satisfies Partial<CommandTable>;
}

/** Says what observing changes for this version of Claude Code. */
export function observingConsent(version: string): string {
  const changes = baseUrlChanges(version);
  const paragraphs = [
    vscode.l10n.t(
      'Claude Code then sends its requests to a gateway in this editor, which passes them on unchanged and counts them. Nothing else leaves this machine.',
    ),
    ...(changes.length > 0
      ? [
          [
            vscode.l10n.t('What changes in Claude Code {0}:', version),
            ...changes.map(({ text }) => `• ${text}`),
          ].join('\n'),
        ]
      : []),
    vscode.l10n.t(
      'Any process that an agent starts can make requests through the gateway, with the authorization that it has itself, as long as the agent runs.',
    ),
    vscode.l10n.t('Running agents restart with their next message.'),
  ];
  return paragraphs.join('\n\n');
}

async function write(value: true | undefined): Promise<void> {
  const target = vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration().update(setting, value, target);
}
