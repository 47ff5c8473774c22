import * as l10n from '@vscode/l10n';
import type { AgentAction } from '../agentState';
import type { HostAction } from '../calls';

/** Labels the button of an action. */
export function actionLabel(action: AgentAction | HostAction): string {
  switch (action) {
    case 'resume':
      return l10n.t('Resume');
    case 'restart':
      return l10n.t('Restart');
    case 'chooseFolder':
      return l10n.t('Choose Another Folder');
    case 'takeOver':
      return l10n.t('Take Over');
    case 'takeBack':
      return l10n.t('Take Back');
    case 'signIn':
      return l10n.t('Sign In');
    case 'installCli':
      return l10n.t('Install');
    case 'choosePath':
      return l10n.t('Choose Path');
    case 'configureAgents':
      return l10n.t('Configure Agents');
    case 'otherAgent':
      return l10n.t('Use Another Agent');
    case 'continueLast':
      return l10n.t('Continue Last Conversation');
    case 'getStarted':
      return l10n.t('Get Started');
    case 'searchCliAgain':
      return l10n.t('Search Again');
    case 'showLog':
      return l10n.t('Show Log');
    case 'openSettings':
      return l10n.t('Open Settings');
    case 'openWrapperSetting':
      return l10n.t('Open Setting');
    case 'openFolder':
      return l10n.t('Open Folder');
    case 'manageTrust':
      return l10n.t('Manage Trust');
  }
}
