import * as vscode from 'vscode';
import { omitUndefined } from '../base/omitUndefined';
import type { PageConfig } from '../contract/calls';
import { likelyAgent } from './chat/likelyAgent';
import type { SettingsReader } from './settings';

/** Limits below the API's: 5 MB per image, and 100 images per request, of which we allow 20. */
const imageLimits = { bytes: 5 * 1024 * 1024, count: 20 } as const;

export function pageConfig(settings: SettingsReader): PageConfig {
  return {
    agentTitle: likelyAgent,
    platform: process.platform === 'darwin' ? 'mac' : 'other',
    sendWith: settings.get('tandem.composer.sendWith'),
    modeCycle: settings.get('tandem.mode.cycle'),
    modeAfterPlan: settings.get('tandem.plan.modeAfter'),
    whileWorking: settings.get('tandem.queue.whileWorking'),
    fontSizes: omitUndefined({ text: fontSize('fontSize'), code: fontSize('editor.fontSize') }),
    imageLimits,
  };
}

/** Returns a font size of VS Code's own chat, unless it is the default. */
function fontSize(key: 'fontSize' | 'editor.fontSize'): number | undefined {
  const { globalValue, workspaceValue } =
    vscode.workspace.getConfiguration('chat').inspect<unknown>(key) ?? {};
  const size = workspaceValue ?? globalValue;
  return typeof size === 'number' && size >= 6 && size <= 100 ? size : undefined;
}
