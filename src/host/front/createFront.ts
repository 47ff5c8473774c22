import * as vscode from 'vscode';
import { messageOf } from '../../base/errors';
import type { HostBase } from '../hostBase';
import type { Sharing } from '../sharing/sharing';
import { followShareSelection } from './followShareSelection';
import { ActiveEditorContext } from './front';

/** @param isWanted returns false while no page is visible */
export function createFront(
  { context, settings, clock, log, add }: HostBase,
  sharing: Sharing,
  isWanted: () => boolean,
): ActiveEditorContext {
  const configuration = vscode.workspace.getConfiguration();
  const key = 'tandem.context.selection';
  const isSettled = followShareSelection(context.globalState, {
    shareSelection: configuration.inspect('tandem.ide.shareSelection')?.globalValue,
    contextSelection: configuration.inspect(key)?.globalValue,
    turnOff: () => configuration.update(key, 'never', vscode.ConfigurationTarget.Global),
  }).catch((error: unknown) => log.warn(`Settings were not written: ${messageOf(error)}`));
  return add(new ActiveEditorContext({ settings, sharing, clock, isWanted, isSettled }));
}
