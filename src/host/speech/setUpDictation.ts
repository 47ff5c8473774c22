import * as vscode from 'vscode';
import { type CommandSearch, findCommand } from '../../speech/findCommand';
import { type Preset, presets, recorderInstall } from '../../speech/recognize/presets';
import { knownRecorders } from '../../speech/record/findRecorders';
import type { SettingKey, Settings } from '../contributed';
import { nativeUi } from '../nativeText/nativeUi';
import type { SpeechSettings } from './speechSettings';
import { noMicrophoneHere } from './whereRecorded';

interface Choice extends vscode.QuickPickItem {
  run?(): Promise<void>;
}

/** Lets the user choose a recognizer and a recorder among those of this machine, or install one. */
export async function setUpDictation(now: SpeechSettings, search: CommandSearch): Promise<void> {
  const choices = await nativeUi.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Looking for programs that record and recognize'),
    },
    async () => [...(await recognizers(now, search)), ...(await recorders(now, search))],
  );
  const settings: Choice = {
    label: vscode.l10n.t('Open Settings'),
    detail: vscode.l10n.t('Any command that reads sound and prints text can be the recognizer.'),
    run: () => openSettings('tandem.speech'),
  };
  const picked = await nativeUi.showQuickPick(
    [...choices, heading(vscode.l10n.t('Other')), settings],
    {
      title: vscode.l10n.t('Set Up Dictation'),
      placeHolder: vscode.l10n.t('Everything runs on this machine: nothing that you say leaves it'),
      matchOnDescription: true,
    },
  );
  await picked?.run?.();
}

async function recognizers(now: SpeechSettings, search: CommandSearch): Promise<Choice[]> {
  const all = await Promise.all(
    presets.map(async preset => {
      const found = await findCommand([preset.program], search).catch(() => undefined);
      const install = preset.install[search.platform];
      return found
        ? { usable: [useRow(preset, found.command, now)] }
        : { absent: install === undefined ? [] : [installRow(preset.title, install)] };
    }),
  );
  return [
    heading(vscode.l10n.t('Recognizers')),
    ...all.flatMap(({ usable = [] }) => usable),
    ...all.flatMap(({ absent = [] }) => absent),
  ];
}

async function recorders(now: SpeechSettings, search: CommandSearch): Promise<Choice[]> {
  if (noMicrophoneHere() !== undefined) {
    const row: Choice = {
      label: vscode.l10n.t('Set the Command That Records'),
      detail: vscode.l10n.t('Your microphone is on another machine.'),
      run: () => openSettings('tandem.speech.recorder'),
    };
    return [heading(vscode.l10n.t('Recorders')), row];
  }
  const found = await knownRecorders(search);
  const isAuto = now.recorder === 'auto';
  const rows = found.map(
    ({ name, command }): Choice => ({
      label: vscode.l10n.t('Record with {0}', name),
      description: now.recorder === name ? vscode.l10n.t('in use') : command,
      run: () => write('tandem.speech.recorder', name),
    }),
  );
  const auto: Choice = {
    label: vscode.l10n.t('Record with the First Program That Works'),
    description: isAuto ? vscode.l10n.t('in use') : '',
    run: () => write('tandem.speech.recorder', undefined),
  };
  return [
    heading(vscode.l10n.t('Recorders')),
    ...(found.length > 0
      ? [auto, ...rows]
      : [installRow(vscode.l10n.t('a program that records'), recorderInstall(search.platform))]),
  ];
}

function useRow(preset: Preset, path: string, { recognizer }: SpeechSettings): Choice {
  const { title, program, input, model } = preset;
  const isUsed = recognizer[0] === program || recognizer.join(' ') === preset.argv('').join(' ');
  return {
    label: vscode.l10n.t('Recognize with {0}', title),
    description: isUsed ? vscode.l10n.t('in use') : path,
    detail: [
      input === 'pcm'
        ? vscode.l10n.t('Shows words while you speak.')
        : vscode.l10n.t('Shows the text when you have finished.'),
      ...(model === undefined ? [] : [vscode.l10n.t('Needs a model, which you choose next.')]),
    ].join(' '),
    run: () => use(preset),
  };
}

function installRow(what: string, command: string): Choice {
  return {
    label: vscode.l10n.t('Install {0}', what),
    detail: vscode.l10n.t('Copies the command: {0}', command),
    run: async () => {
      await vscode.env.clipboard.writeText(command);
      void nativeUi.showInformationMessage(
        vscode.l10n.t('Copied. Run it in a terminal, then set up dictation again: {0}', command),
      );
    },
  };
}

async function use(preset: Preset): Promise<void> {
  const model = preset.model === undefined ? '' : await askModel(preset);
  if (model === undefined) {
    return;
  }
  await write('tandem.speech.recognizer', preset.argv(model));
  await write('tandem.speech.recognizerInput', preset.input === 'wav' ? undefined : preset.input);
  void nativeUi.showInformationMessage(
    vscode.l10n.t('{0} is set up. Press the microphone to try it.', preset.title),
  );
}

async function askModel({ title, model }: Preset): Promise<string | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Choose a model of {0}', title),
      canSelectFiles: model === 'file',
      canSelectFolders: model === 'folder',
      openLabel: vscode.l10n.t('Use'),
    })) ?? [];
  return uri?.fsPath;
}

function heading(label: string): Choice {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

async function openSettings(query: string): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', query);
}

async function write<K extends SettingKey>(key: K, value: Settings[K] | undefined): Promise<void> {
  const target = vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration().update(key, value, target);
}
