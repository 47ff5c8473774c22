import * as l10n from '@vscode/l10n';
import type { PermissionPrompt } from '../../src/contract/prompts';
import { CallRequest } from '../tools/CallRequest';
import { EscapedText } from '../tools/parts/EscapedText';
import { RequestEnd } from '../tools/parts/RequestEnd';
import { memo } from '../ui/memo';
import { PermissionFolders } from './PermissionFolders';

/** Shows the request and its reason. Memoized: typing below does not render it again. */
export const PermissionRequest = memo(function PermissionRequest({
  prompt,
  cardId,
}: {
  readonly prompt: PermissionPrompt;
  /** Ids of the folders begin with it. */
  readonly cardId: string;
}) {
  const { call, reason, blockedPath } = prompt;
  return (
    <div class="prompt-what">
      <CallRequest call={call} proposed={prompt.change} />
      {blockedPath === undefined || blockedPath === call.target ? null : (
        <p class="prompt-fact">
          <span class="prompt-fact-name">{l10n.t('Where')}</span>{' '}
          <code>
            <EscapedText text={blockedPath} />
          </code>
        </p>
      )}
      {reason === undefined || reason === '' ? null : (
        <p class="prompt-fact">
          <span class="prompt-fact-name">{l10n.t('Why it asks')}</span>{' '}
          <EscapedText text={reason} />
        </p>
      )}
      <PermissionFolders cardId={cardId} suggestions={prompt.suggestions} />
      <RequestEnd />
    </div>
  );
});
