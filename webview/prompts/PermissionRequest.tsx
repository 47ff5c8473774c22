import * as l10n from '@vscode/l10n';
import type { PermissionPrompt } from '../../src/contract/prompts';
import { viewOf } from '../tools/all';
import { CallRequest } from '../tools/CallRequest';
import { EscapedText } from '../tools/parts/EscapedText';
import { ChangeSummary } from '../tools/parts/FileChange';
import { RequestEnd } from '../tools/parts/RequestEnd';
import { TargetLink } from '../tools/parts/TargetLink';
import { memo } from '../ui/memo';

/** Shows the request, its path and the reason. Memoized: typing below does not render it again. */
export const PermissionRequest = memo(function PermissionRequest({
  prompt,
}: {
  readonly prompt: PermissionPrompt;
}) {
  const { call, reason, blockedPath } = prompt;
  const place = viewOf(call).clickTarget?.({ call });
  return (
    <div class="prompt-what">
      {call.target === undefined || call.family === 'bash' ? null : (
        <p class="prompt-target">
          {place === undefined ? (
            <EscapedText text={call.target} />
          ) : (
            <TargetLink target={place}>
              <EscapedText text={call.target} />
            </TargetLink>
          )}{' '}
          <ChangeSummary call={call} />
        </p>
      )}
      <CallRequest call={call} />
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
      <RequestEnd />
    </div>
  );
});
