import * as l10n from '@vscode/l10n';
import type { PageRequest } from '../../../src/contract/elicitation';
import { addressWarning } from '../../../src/contract/labels/addressWarning';
import { EscapedText } from '../../tools/parts/EscapedText';
import { fillIn } from '../../ui/fillIn';
import { Icon } from '../../ui/Icon';

/** Whole address with its host emphasized, and what may deceive in it. */
export function PageAddress({ request }: { readonly request: PageRequest }) {
  const { url, host, warnings } = request;
  return (
    <>
      <p class="request-address">
        {host === undefined ? (
          <EscapedText text={url} />
        ) : (
          <>
            <EscapedText text={url.slice(0, host.from)} />
            <strong>{url.slice(host.from, host.to)}</strong>
            <EscapedText text={url.slice(host.to)} />
          </>
        )}
      </p>
      {host === undefined ? (
        <p class="field-problem">
          {l10n.t('Only pages of the web (http, https) are opened. You can decline or cancel.')}
        </p>
      ) : null}
      {warnings.map(warning => (
        <p key={warning.kind} class="prompt-interrupted">
          <Icon name="warning" />
          <span>
            {fillIn(
              addressWarning(warning.kind),
              'unicodeHost' in warning ? <EscapedText text={warning.unicodeHost} /> : null,
            )}
          </span>
        </p>
      ))}
    </>
  );
}
