import * as l10n from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import type { PartChange } from '../../../src/contract/inspector/callDetails';
import { Button } from '../../ui/Button';
import { Diff } from '../../ui/Diff';
import { Icon } from '../../ui/Icon';
import { Disclosure } from '../parts/Disclosure';
import { fullCount, shortCount, tokens } from '../parts/figures';
import { placeText } from '../parts/placeText';
import { ShortText } from '../parts/ShortText';
import { textChange } from './textChange';

/** Changes that are shown without being asked for, and at each request for more. */
const few = 40;

/** Parts that differ, in the order of the cache: the first one decides what can still be read from it. */
export function ChangeList({ changes }: { readonly changes: readonly PartChange[] }) {
  const [count, setCount] = useState(few);
  const hidden = Math.max(0, changes.length - count);
  return (
    <section aria-label={l10n.t('Parts that differ')}>
      <h3>
        {l10n.t('Parts that differ')}
        <span class="quiet">{` (${fullCount(changes.length)})`}</span>
      </h3>
      <ol class="changes">
        {changes.slice(0, count).map((change, at) => (
          <li key={at} data-how={change.how}>
            <Change change={change} isFirst={at === 0} />
          </li>
        ))}
      </ol>
      {hidden === 0 ? null : (
        <Button kind="link" onClick={() => setCount(count + few * 4)}>
          {l10n.t('Show More ({0})', fullCount(hidden))}
        </Button>
      )}
    </section>
  );
}

const icons = { added: 'add', removed: 'remove', changed: 'edit', moved: 'arrow-swap' } as const;

function Change({ change, isFirst }: { readonly change: PartChange; readonly isFirst: boolean }) {
  const { how, place, type, name, tokensBefore, tokensAfter, wasCached } = change;
  const where = placeText(name === undefined ? place : { ...place, name });
  const hasText = change.before !== undefined || change.after !== undefined;
  const title = (
    <>
      <span class="change-how">
        <Icon name={icons[how]} />
        {howText(how)}
      </span>
      <span class="change-place">
        <ShortText text={where} most={120} />
        {type === 'tool' ? null : (
          <span class="quiet">
            {' · '}
            <ShortText text={type} most={40} />
          </span>
        )}
      </span>
      <span
        class="change-size"
        title={l10n.t('{0} before, {1} after', tokens(tokensBefore), tokens(tokensAfter))}
      >
        {`${shortCount(tokensBefore)} → ${shortCount(tokensAfter)}`}
      </span>
    </>
  );
  return (
    <>
      {isFirst ? (
        <p class="change-first">
          <Icon name={wasCached ? 'warning' : 'info'} />
          {wasCached
            ? l10n.t('The first difference decides: what follows could not be read from the cache.')
            : l10n.t('The first difference comes after the cached prefix: nothing was lost.')}
        </p>
      ) : null}
      {hasText ? (
        <Disclosure class="change" startsOpen={isFirst} title={title}>
          {() => <ChangeText change={change} />}
        </Disclosure>
      ) : (
        <div class="change change-bare">{title}</div>
      )}
    </>
  );
}

function ChangeText({
  change: { before = '', after = '', character },
}: {
  readonly change: PartChange;
}) {
  const { hunks, added, removed } = useMemo(() => textChange(before, after), [before, after]);
  return (
    <>
      {character === undefined ? null : (
        <p class="quiet">{l10n.t('From character {0} on', fullCount(character + 1))}</p>
      )}
      <Diff patch={hunks} added={added} removed={removed} />
    </>
  );
}

function howText(how: PartChange['how']): string {
  switch (how) {
    case 'added':
      return l10n.t('Added');
    case 'removed':
      return l10n.t('Removed');
    case 'changed':
      return l10n.t('Changed');
    case 'moved':
      return l10n.t('Moved');
  }
}
