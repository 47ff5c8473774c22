import * as l10n from '@vscode/l10n';
import { numberText } from '../../../src/base/locale';
import { plural } from '../../../src/base/plural';
import type { Attachment, Draft, ImageUpload } from '../../../src/contract/draft';
import { usePageState } from '../../store/pageContext';
import { shownFront } from '../../store/shownFront';
import { Button } from '../../ui/Button';
import { AttachmentStrip } from './AttachmentStrip';
import { draftTokens, tokensBeside } from './draftTokens';
import { ImageStrip } from './ImageStrip';

export interface DraftContentsProps {
  readonly draft: Draft;
  readonly onOpen: (attachment: Attachment) => void;
  readonly onRemove: (removed: ImageUpload | Attachment) => void;
  readonly onPreview: () => void;
}

/** Everything that goes with the message, and about how much it is. */
export function DraftContents({ draft, onOpen, onRemove, onPreview }: DraftContentsProps) {
  const front = usePageState(state => shownFront(state.front));
  const shellLines = usePageState(state => state.conversation.summary.shellLines);
  const { images } = draft;
  const mentions = mentionedIn(draft);
  const beside = besideText(draft);
  const hasContext = images.length + mentions.length + (draft.attachments?.length ?? 0) > 0;
  if (!hasContext) {
    return null;
  }
  const sum = sumText(draftTokens(draft) + tokensBeside(front, shellLines), mentions.length);
  return (
    <>
      <ImageStrip images={images} onRemove={onRemove} />
      <AttachmentStrip attachments={beside} onOpen={onOpen} onRemove={onRemove} />
      <div class="context-sum">
        <Button
          kind="link"
          label={`${sum} – ${l10n.t('Show What Will Be Sent')}`}
          onClick={onPreview}
        >
          {sum}
        </Button>
      </div>
    </>
  );
}

function sumText(sum: number, mentions: number): string {
  const tokens = plural(sum, {
    one: l10n.t('About 1 token'),
    other: l10n.t('About {0} tokens', numberText(sum)),
  });
  // The content of mentions is read when the message is sent.
  const more = plural(mentions, {
    one: l10n.t('{0} and 1 mention', tokens),
    other: l10n.t('{0} and {1} mentions', tokens, mentions),
  });
  return mentions === 0 ? tokens : more;
}

function mentionedIn({ text, mentions = [] }: Draft) {
  return mentions.filter(
    ({ token, target }) => target.kind !== 'attachment' && text.includes(token),
  );
}

/** Attachments that stand in the text have a chip there. */
function besideText({ text, mentions = [], attachments = [] }: Draft): readonly Attachment[] {
  const inText = new Set(
    mentions.flatMap(({ token, target }) =>
      target.kind === 'attachment' && text.includes(token) ? [target.id] : [],
    ),
  );
  return attachments.filter(({ id }) => !inText.has(id));
}
