import * as l10n from '@vscode/l10n';
import { imageSize } from '../../base/imageSize';
import { numberText } from '../../base/locale';
import { plural } from '../../base/plural';
import { imageTokens, pdfTokens, textTokens } from '../../base/tokenEstimate';
import type { ImageUpload } from '../../contract/draft';
import { aboutTokens } from '../../contract/labels/tokensText';
import type { Usage } from '../../contract/usage';
import type { ContextBlock } from '../../protocol/agentSource';
import { oneLine, withoutControls } from './markdown/fences';

interface PreparedDraft {
  readonly text: string;
  readonly images: readonly ImageUpload[];
  readonly context: readonly ContextBlock[];
}

/** Base64 characters of an image that contain its size: some cameras write much before it. */
const imageHead = 256 * 1024;

/** Shows a message as plain text, part by part as the model gets it, with an estimate of its cost. */
export function messagePreview({ text, images, context }: PreparedDraft, usage: Usage): string {
  const sections = [
    ...context.map(block => contextSection(block)),
    ...images.map((image, index) => imageSection(image, index)),
    {
      tokens: textTokens(text.length),
      shown: section(l10n.t('Message'), textTokens(text.length), text),
    },
  ];
  const sum = sections.reduce((total, { tokens }) => total + tokens, 0);
  const parts = sections.map(({ shown }) => shown);
  return `${[l10n.t('What will be sent'), costLine(sum, usage), ...parts].join('\n\n')}\n`;
}

function contextSection(block: ContextBlock) {
  if ('text' in block) {
    const tokens = textTokens(block.text.length);
    return { tokens, shown: section(block.title, tokens, block.text) };
  }
  const tokens = pdfTokens(Buffer.from(block.data, 'base64').toString('latin1'));
  return { tokens, shown: heading(block.title, tokens) };
}

function imageSection({ name, data }: ImageUpload, index: number) {
  const size = imageSize(Buffer.from(data.slice(0, imageHead), 'base64'));
  const tokens = size ? imageTokens(size.width, size.height) : 0;
  const title = name === '' ? l10n.t('Image {0}', index + 1) : name;
  const pixels = size ? l10n.t('{0} × {1} pixels', size.width, size.height) : '';
  return { tokens, shown: [heading(title, tokens), pixels].filter(Boolean).join('\n\n') };
}

function section(title: string, tokens: number, text: string): string {
  return `${heading(title, tokens)}\n\n${withoutControls(text)}`;
}

function heading(title: string, tokens: number): string {
  return `──── ${oneLine(l10n.t('{0} ({1})', title, aboutTokens(tokens)))} ────`;
}

function costLine(sum: number, { contextTokens = 0, contextWindow }: Usage): string {
  if (!contextWindow) {
    return plural(sum, {
      one: l10n.t('About 1 token.'),
      other: l10n.t('About {0} tokens.', count(sum)),
    });
  }
  const left = Math.max(0, contextWindow - contextTokens);
  const share = left === 0 ? 100 : Math.min(100, Math.ceil((sum / left) * 100));
  return plural(sum, {
    one: l10n.t(
      'About 1 token, {0}% of the {1} tokens of context that are left.',
      ...[share, count(left)],
    ),
    other: l10n.t(
      'About {0} tokens, {1}% of the {2} tokens of context that are left.',
      ...[count(sum), share, count(left)],
    ),
  });
}

function count(tokens: number): string {
  return numberText(tokens);
}
