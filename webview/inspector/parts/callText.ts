import * as l10n from '@vscode/l10n';
import { callKindLabel } from '../../../src/contract/labels/modelCallText';
import type { CallError, ModelCallKind } from '../../../src/contract/modelCalls';
import { cutText } from './cutText';

/** Names who made a call, such as "Subagent · explorer". */
export function whoText(kind: ModelCallKind, agent: string | undefined): string {
  const label = callKindLabel(kind);
  return agent === undefined || agent === '' ? label : `${label} · ${cutText(agent)}`;
}

/** Names a failure in short, such as "overloaded_error · 529". */
export function errorName(error: CallError, status: number | undefined): string {
  const name = error.type === undefined || error.type === '' ? undefined : cutText(error.type, 60);
  if (name === undefined) {
    return status === undefined ? noAnswer(error) : l10n.t('HTTP {0}', status);
  }
  return error.where === 'http' && status !== undefined ? `${name} · ${status}` : name;
}

function noAnswer({ where }: CallError): string {
  return where === 'transport' ? l10n.t('No connection') : l10n.t('Broken off');
}

/** Says what the user can do about a failure. */
export function errorAdvice(error: CallError, status: number | undefined): string {
  if (error.where === 'transport') {
    return l10n.t('The API could not be reached. Check the connection, the proxy and the address.');
  }
  switch (status) {
    case 401:
    case 403:
      return l10n.t('The API did not accept the credentials. Sign in again, or check the key.');
    case 404:
      return l10n.t('The API does not know the model or the address. Choose another model.');
    case 413:
      return l10n.t('The request is too large. Compact the conversation, or remove attachments.');
    case 429:
      return l10n.t('A rate limit was reached. The Charts tab shows when it resets.');
    default:
      return (status ?? 0) >= 500 || error.type === 'overloaded_error'
        ? l10n.t('The API is overloaded or failing. Claude Code tries again by itself.')
        : l10n.t('The API refused the request. Compare it with the previous call.');
  }
}
