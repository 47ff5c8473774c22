import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { InspectedCall } from '../../../src/contract/inspector/callRows';
import { callRuleText } from '../../../src/contract/labels/modelCallText';
import { turnLabel } from '../../../src/contract/labels/turnLabel';
import { EscapedText } from '../../tools/parts/EscapedText';
import { Icon } from '../../ui/Icon';
import { errorAdvice, errorName, whoText } from '../parts/callText';
import { cutText } from '../parts/cutText';
import { costBasis, costText, fullCount, fullTime, shortTime } from '../parts/figures';
import { ShortText } from '../parts/ShortText';
import { Unknown } from '../parts/Unknown';
import { cacheText } from './cacheText';
import { sourceText } from './sourceText';

interface CallFactsProps {
  readonly inspected: InspectedCall;
}

/** Figures and ids of a call, its failure, and what became of the cache. */
export function CallFacts({ inspected }: CallFactsProps) {
  const { call } = inspected;
  const { error, status } = call;
  const cache = call.cache && cacheText(call.cache);
  return (
    <>
      {error ? (
        <div class="note" data-tone="bad">
          <Icon name="error" />
          <div>
            <p class="note-title">
              <ShortText text={errorName(error, status)} />
            </p>
            {error.message ? (
              <p>
                <EscapedText text={cutText(error.message, 500)} />
              </p>
            ) : null}
            <p class="quiet">{errorAdvice(error, status)}</p>
          </div>
        </div>
      ) : null}
      {cache ? (
        <div class="note" data-tone={cache.isLoss ? 'warning' : undefined}>
          <Icon name={cache.isLoss ? 'warning' : 'database'} />
          <p>
            <EscapedText text={cache.text} />
          </p>
        </div>
      ) : null}
      <dl class="facts">
        {factsOf(inspected).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

type Fact = readonly [label: string, value: ComponentChildren];

function factsOf(inspected: InspectedCall): readonly Fact[] {
  const { call } = inspected;
  const { agent, usage, effort } = call;
  return [
    [l10n.t('Who'), named(whoText(call.kind, agent?.name ?? agent?.id))],
    [l10n.t('Model'), named(call.model)],
    ...optional(l10n.t('Effort'), effort),
    ...(inspected.turn === undefined
      ? []
      : ([[l10n.t('Turn'), turnLabel(inspected.turn)]] as const)),
    ...timeFacts(inspected),
    ...(usage
      ? ([
          [l10n.t('Input, not cached'), fullCount(usage.input)],
          [l10n.t('Read from cache'), fullCount(usage.cacheRead)],
          [l10n.t('Written to cache (5 min)'), fullCount(usage.cacheWritten5m)],
          [l10n.t('Written to cache (1 h)'), fullCount(usage.cacheWritten1h)],
          [l10n.t('Output'), fullCount(usage.output)],
        ] as const)
      : ([[l10n.t('Tokens'), <Unknown key="tokens" isNone />]] as const)),
    [l10n.t('Cost'), costFact(inspected)],
    ...optional(l10n.t('Stop reason'), call.stopReason),
    [
      l10n.t('Failed attempts before'),
      inspected.unknown.includes('retries') ? <Unknown key="retries" /> : String(call.retry),
    ],
    ...(call.status === undefined ? [] : ([[l10n.t('HTTP status'), String(call.status)]] as const)),
    ...optional(l10n.t('Request ID'), call.requestId),
    ...optional(l10n.t('Message ID'), call.messageId),
    ...optional(l10n.t('Session ID'), call.sessionId),
    [l10n.t('Recognized by'), callRuleText(call.rule)],
    [l10n.t('Source'), sourceText(inspected.source)],
  ];
}

function timeFacts({ call, unknown }: InspectedCall): readonly Fact[] {
  const { startedAt, firstTokenAt, endedAt } = call;
  const isUnknown = unknown.includes('timing');
  const after = (at: number | undefined, key: string) =>
    at === undefined || isUnknown ? (
      <Unknown key={key} isNone={!isUnknown} />
    ) : (
      shortTime(at - startedAt)
    );
  return [
    [l10n.t('Started'), fullTime(startedAt)],
    [l10n.t('First token after'), after(firstTokenAt, 'first')],
    [
      l10n.t('Duration'),
      endedAt === undefined && !isUnknown ? l10n.t('running') : after(endedAt, 'duration'),
    ],
  ];
}

function costFact({ cost, call }: InspectedCall): ComponentChildren {
  return cost ? (
    <span title={costBasis(cost)}>{costText(cost)}</span>
  ) : (
    <Unknown isNone={call.usage === undefined} />
  );
}

function optional(label: string, value: string | undefined): readonly Fact[] {
  return value === undefined || value === '' ? [] : [[label, named(value)]];
}

function named(value: string | undefined): ComponentChildren {
  return value === undefined || value === '' ? <Unknown /> : <ShortText text={value} />;
}
