import * as l10n from '@vscode/l10n';
import type { Attachment } from '../../../src/contract/draft';
import { aboutTokens } from '../../../src/contract/labels/tokensText';
import { IconButton } from '../../ui/Button';
import { formatBytes } from '../../ui/formatBytes';
import { Icon } from '../../ui/Icon';
import { tokensOfAttachment } from './draftTokens';

interface AttachmentStripProps {
  readonly attachments: readonly Attachment[];
  readonly onOpen: (attachment: Attachment) => void;
  readonly onRemove: (attachment: Attachment) => void;
}

/** Files and texts that go with the message. */
export function AttachmentStrip({ attachments, onOpen, onRemove }: AttachmentStripProps) {
  if (attachments.length === 0) {
    return null;
  }
  return (
    <ul class="attachment-strip" aria-label={l10n.t('Attachments')}>
      {attachments.map(one => (
        <li key={one.id} class="attachment">
          <button
            type="button"
            class="attachment-open"
            title={`${one.name}\n${details(one).join(' · ')}`}
            onClick={() => onOpen(one)}
          >
            <Icon name={one.kind === 'pdf' ? 'file-pdf' : 'file'} />
            <span class="attachment-name" dir="auto">
              {one.name}
            </span>
            <span class="quiet">{details(one).join(' · ')}</span>
          </button>
          <IconButton
            label={l10n.t('Remove {0}', one.name)}
            icon="close"
            onClick={() => onRemove(one)}
          />
        </li>
      ))}
    </ul>
  );
}

function details(attachment: Attachment): string[] {
  const from = attachment.kind === 'text' ? attachment.convertedFrom : undefined;
  return [
    ...(from === undefined ? [] : [l10n.t('Converted from {0}', from)]),
    formatBytes(sizeOf(attachment)),
    aboutTokens(tokensOfAttachment(attachment)),
  ];
}

function sizeOf(attachment: Attachment): number {
  return attachment.kind === 'pdf' ? (attachment.data.length * 3) / 4 : attachment.text.length;
}
