import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import type { DictationStripProps, DictationView } from './dictationView';

/** Line below the message box that shows how far a dictation is, or why there is none. */
export function DictationStrip({ view }: DictationStripProps) {
  const { phase } = view.state;
  const hasEnded = phase === 'failed' || phase === 'noted';
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form fields to group.
    <div
      class={hasEnded ? 'dictation dictation-end' : 'dictation'}
      role="group"
      aria-label={l10n.t('Dictation')}
    >
      <StripContent view={view} />
    </div>
  );
}

function StripContent({ view }: DictationStripProps) {
  const { state } = view;
  switch (state.phase) {
    case 'failed':
    case 'noted':
      return (
        <>
          <span class="dictation-text">
            <Icon name={state.phase === 'failed' ? 'warning' : 'info'} />{' '}
            {state.phase === 'failed' ? state.message : state.note}
          </span>
          {state.phase === 'failed' && state.offersSetUp ? (
            <Button onClick={view.setUp}>{l10n.t('Set Up Dictation')}</Button>
          ) : null}
          <IconButton label={l10n.t('Dismiss')} icon="close" onClick={view.dismiss} />
        </>
      );
    case 'transcribing':
      return (
        <>
          <Icon name="loading" spin />
          <span class="dictation-text">
            {l10n.t('Transcribing…')}
            <span class="dictation-heard">{state.heard}</span>
          </span>
          <CancelButton view={view} />
        </>
      );
    case 'starting':
    case 'listening':
      return (
        <>
          <LevelBar view={view} />
          <span class="dictation-text">
            {state.phase === 'starting' ? l10n.t('Opening the microphone…') : l10n.t('Listening…')}{' '}
            <Seconds view={view} />
            <span class="dictation-heard">{state.heard}</span>
          </span>
          <IconButton
            label={l10n.t('Finish Dictation')}
            hint={l10n.t('Enter')}
            icon="check"
            onClick={view.finish}
          />
          <CancelButton view={view} />
        </>
      );
  }
}

function CancelButton({ view }: DictationStripProps) {
  return (
    <IconButton
      label={l10n.t('Cancel Dictation')}
      hint={l10n.t('Escape')}
      icon="close"
      onClick={view.cancel}
    />
  );
}

/** Changes ten times a second, past the drawing of the page. */
function LevelBar({ view }: { readonly view: DictationView }) {
  const bar = useRef<HTMLSpanElement>(null);
  useLayoutEffect(
    () =>
      view.onLevel(({ level }) => {
        bar.current?.style.setProperty('transform', `scaleX(${level.toFixed(2)})`);
      }),
    [],
  );
  return (
    <span class="dictation-level" aria-hidden="true">
      <span ref={bar} />
    </span>
  );
}

function Seconds({ view }: { readonly view: DictationView }) {
  const [shown, setShown] = useState(0);
  useLayoutEffect(() => view.onLevel(({ seconds }) => setShown(seconds)), []);
  const minutes = Math.floor(shown / 60);
  return <span class="dictation-time">{`${minutes}:${String(shown % 60).padStart(2, '0')}`}</span>;
}
