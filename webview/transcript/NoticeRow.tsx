import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { numberText } from '../../src/base/locale';
import type { Notice } from '../../src/contract/notices';
import type { NoticeRowProps } from '../late/cardRegistry';
import type { IconName } from '../ui/glyphs';
import { Icon } from '../ui/Icon';
import { memo } from '../ui/memo';
import { AgentText } from './AgentText';
import { CommandNotice } from './CommandNotice';
import { FoldedNotice } from './FoldedNotice';
import { HookRow } from './HookRow';
import { RetryRow } from './RetryRow';

export const NoticeRow = memo(function NoticeRow({ itemKey, at, notice }: NoticeRowProps) {
  switch (notice.kind) {
    case 'info':
      return (
        <Row icon="info" itemKey={itemKey}>
          {notice.text}
        </Row>
      );
    case 'warning':
      return (
        <Row icon="warning" tone="warning" itemKey={itemKey}>
          {notice.text}
        </Row>
      );
    case 'compacting':
      return (
        <Row icon="loading" spin>
          {l10n.t('Compacting the conversation…')}
        </Row>
      );
    case 'compacted':
      return <Compacted itemKey={itemKey} notice={notice} />;
    case 'retrying':
      return <RetryRow at={at} notice={notice} />;
    case 'hook':
      return <HookRow itemKey={itemKey} notice={notice} />;
    case 'commandOutput':
    case 'terminalOnly':
      return <CommandNotice itemKey={itemKey} notice={notice} />;
  }
});

interface RowProps {
  readonly icon: IconName;
  readonly spin?: boolean;
  readonly tone?: 'warning';
  /** Key of the item, if it says more than its kind. */
  readonly itemKey?: string;
  readonly children: ComponentChildren;
}

function Row({ icon, spin = false, tone, itemKey, children }: RowProps) {
  return (
    <div
      class={tone === undefined ? 'item notice' : `item notice notice-${tone}`}
      data-reveal={itemKey}
    >
      <Icon name={icon} spin={spin} />
      <span dir="auto">{children}</span>
    </div>
  );
}

interface CompactedProps {
  readonly itemKey: string;
  readonly notice: Extract<Notice, { kind: 'compacted' }>;
}

function Compacted({ itemKey, notice }: CompactedProps) {
  const { summary } = notice;
  const title = compactedText(notice);
  return summary ? (
    <FoldedNotice itemKey={itemKey} title={title}>
      <AgentText text={summary} isStreaming={false} />
    </FoldedNotice>
  ) : (
    <Row icon="book">{title}</Row>
  );
}

function compactedText({ tokensBefore, tokensAfter, isAutomatic }: CompactedProps['notice']) {
  if (tokensBefore === undefined) {
    return l10n.t('The conversation was compacted');
  }
  const before = numberText(tokensBefore);
  if (tokensAfter === undefined) {
    return l10n.t('The conversation was compacted ({0} tokens before)', before);
  }
  const after = numberText(tokensAfter);
  return isAutomatic
    ? l10n.t(
        'The conversation was compacted to make room and continues with a summary ({0} → {1} tokens)',
        before,
        after,
      )
    : l10n.t('The conversation was compacted ({0} → {1} tokens)', before, after);
}
