import * as l10n from '@vscode/l10n';
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { plural } from '../../../base/plural';
import type { LiveCalls } from '../../../contract/inspector/inspector';
import { countdown } from '../../../contract/labels/countdown';
import { liveCallsText } from '../../../contract/labels/liveCallsText';
import type { StatusTexts } from '../../nativeText/statusItems';

export interface LiveStatusParts {
  isEnabled(): boolean;
  /** Calls of the conversation in front; undefined if it is not observed. */
  live(): LiveCalls | undefined;
  /** Shows the item; without texts, hides it. */
  show(texts: StatusTexts | undefined): void;
  readonly clock: Clock;
}

/** Status bar item about the model calls of the conversation in front. Counts down by itself. */
export class LiveStatus implements Disposable {
  private timer: Disposable | undefined;

  constructor(private readonly parts: LiveStatusParts) {}

  look(): void {
    this.timer?.dispose();
    this.timer = undefined;
    const { isEnabled, live, show, clock } = this.parts;
    const found = isEnabled() ? live() : undefined;
    if (!found) {
      show(undefined);
      return;
    }
    const now = clock.now();
    show(liveStatusTexts(found, now));
    if (Math.max(found.retryAt ?? 0, found.cache?.coldAt ?? 0) > now) {
      this.timer = clock.setTimeout(() => this.look(), 1_000);
    }
  }

  dispose(): void {
    this.timer?.dispose();
  }
}

/** Exported for its test. */
export function liveStatusTexts(live: LiveCalls, now: number): StatusTexts | undefined {
  const text = shortText(live, now);
  const sentences = liveCallsText(live, now);
  return text === undefined
    ? undefined
    : { text, tooltip: sentences.join('\n'), label: sentences.join(' ') };
}

function shortText(live: LiveCalls, now: number): string | undefined {
  const { inFlight, tokensPerSecond, retryAt = 0, cache } = live;
  if (retryAt > now) {
    return `$(sync) ${l10n.t('retry {0}', countdown(retryAt - now))}`;
  }
  if (inFlight > 0) {
    const calls = plural(inFlight, {
      one: l10n.t('1 call'),
      other: l10n.t('{0} calls', inFlight),
    });
    return tokensPerSecond === undefined
      ? `$(pulse) ${calls}`
      : `$(pulse) ${calls} · ${l10n.t('{0} tokens/s', Math.round(tokensPerSecond))}`;
  }
  if (!cache) {
    return undefined;
  }
  return cache.coldAt > now
    ? `$(history) ${l10n.t('cache {0}', countdown(cache.coldAt - now))}`
    : `$(history) ${l10n.t('cache cold')}`;
}
