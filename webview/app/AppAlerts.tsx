import * as l10n from '@vscode/l10n';
import { useActions, usePageState } from '../store/pageContext';
import { IconButton } from '../ui/Button';
import { Icon } from '../ui/Icon';

/** Alerts about user actions that failed. */
export function AppAlerts() {
  const actions = useActions();
  const alerts = usePageState(state => state.alerts);
  return (
    <div class="alerts" role="alert">
      {alerts.map(({ id, text }) => (
        <div key={id} class="alert">
          <Icon name="error" />
          <span dir="auto">{text}</span>
          <IconButton
            label={l10n.t('Dismiss')}
            icon="close"
            onClick={() => actions.dismissAlert(id)}
          />
        </div>
      ))}
    </div>
  );
}
