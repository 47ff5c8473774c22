import * as l10n from '@vscode/l10n';
import { numberText } from '../../../src/base/locale';
import type { RequestAnatomy, RequestSection } from '../../../src/contract/inspector/callDetails';
import { formatBytes } from '../../ui/formatBytes';
import { Bar } from '../parts/Bar';
import { cutText } from '../parts/cutText';
import { Disclosure } from '../parts/Disclosure';
import { percent, shortCount, tokens } from '../parts/figures';
import { PartView } from '../parts/PartView';
import { ShortText } from '../parts/ShortText';
import { NamedValues } from './NamedValues';
import { PartList } from './PartList';

interface RequestViewProps {
  readonly callKey: string;
  readonly request: RequestAnatomy;
}

/** Request by section, with sizes, cache marks and texts. */
export function RequestView({ callKey, request }: RequestViewProps) {
  const { sections, options, headers, isCut } = request;
  const all = sections.reduce((sum, section) => sum + section.estimatedTokens, 0);
  const bytes = sections.reduce((sum, section) => sum + section.bytes, 0);
  return (
    <section class="anatomy" aria-label={l10n.t('Request')}>
      <h3>
        {l10n.t('Request')}
        <span class="quiet"> {l10n.t('about {0} · {1}', tokens(all), formatBytes(bytes))}</span>
      </h3>
      {isCut ? <p class="quiet">{l10n.t('The request was too large to be kept whole.')}</p> : null}
      {sections.map((section, at) => (
        <Disclosure
          key={at}
          class="request-section"
          title={<SectionTitle section={section} all={all} series={seriesOf(section)} />}
        >
          {() => <PartList callKey={callKey} section={section} />}
        </Disclosure>
      ))}
      {options.length > 0 ? (
        <Disclosure title={l10n.t('Options')}>
          {() => (
            <NamedValues
              entries={options.map(({ name, text }) => ({ name, value: text }))}
              label={l10n.t('Options')}
            />
          )}
        </Disclosure>
      ) : null}
      {headers.length > 0 ? (
        <Disclosure title={l10n.t('Headers')}>
          {() => <NamedValues entries={headers} label={l10n.t('Headers of the request')} />}
        </Disclosure>
      ) : null}
      <Disclosure title={l10n.t('Raw request')}>
        {() => (
          <PartView callKey={callKey} part={{ kind: 'rawRequest' }} label={l10n.t('Raw request')} />
        )}
      </Disclosure>
    </section>
  );
}

interface SectionTitleProps {
  readonly section: RequestSection;
  readonly all: number;
  readonly series: number;
}

function SectionTitle({ section, all, series }: SectionTitleProps) {
  const { estimatedTokens, parts } = section;
  const share = all === 0 ? 0 : estimatedTokens / all;
  return (
    <>
      <span class="request-name">
        <ShortText text={sectionLabel(section)} most={80} />
        <span class="quiet">{` (${numberText(parts.length)})`}</span>
      </span>
      <Bar share={share} series={series} />
      <span class="request-size" title={tokens(estimatedTokens)}>
        {shortCount(estimatedTokens)}
      </span>
      <span class="request-share quiet">{percent(share)}</span>
    </>
  );
}

function sectionLabel({ kind, server }: RequestSection): string {
  switch (kind) {
    case 'system':
      return l10n.t('System prompt');
    case 'ownTools':
      return l10n.t('Tools of Claude Code');
    case 'serverTools':
      return l10n.t('Tools of {0}', cutText(server ?? l10n.t('an MCP server'), 60));
    case 'messages':
      return l10n.t('Messages');
    case 'reminders':
      return l10n.t('Reminders of Claude Code');
  }
}

/** The same colors as in the chart of the context. */
function seriesOf({ kind }: RequestSection): number {
  return { system: 0, ownTools: 1, serverTools: 2, messages: 3, reminders: 4 }[kind];
}
