import * as l10n from '@vscode/l10n';
import type { ToolContent } from '../../../contract/tools';
import { toImage } from '../../../protocol/wireImage';
import { absolutePath } from '../text/absolutePath';
import { boundedText, insideFence, oneLine } from '../text/foreignText';
import type { AcpBlock } from '../wire/contentBlock';

/** Base64 characters of an image that is shown. */
const longestImage = 30_000_000;

/** Shows a block that is not a text of the call's own. */
export function blockContent(block: AcpBlock, cwd: string): ToolContent[] {
  switch (block.type) {
    case 'text':
      return textContent(block.text);
    case 'image':
      return [imageContent(block.mimeType, block.data) ?? words(mediaWords(block))];
    case 'audio':
      return [words(mediaWords(block))];
    case 'resource_link':
      return [linkContent(block, cwd)];
    case 'resource':
      return resourceContent(block, cwd);
  }
}

/** Text of a call is Markdown by the protocol; a text that is one code block is shown as it is. */
function textContent(text: string): ToolContent[] {
  const inside = insideFence(text);
  if (inside !== undefined) {
    return inside === '' ? [] : [{ type: 'text', text: boundedText(inside) }];
  }
  return text.trim() === '' ? [] : [{ type: 'markdown', text: boundedText(text) }];
}

function imageContent(mimeType: string | undefined, data: string): ToolContent | undefined {
  const image = data.length <= longestImage ? toImage(mimeType, data) : undefined;
  return image && { type: 'image', image };
}

function words(text: string): ToolContent {
  return { type: 'text', text };
}

function mediaWords(block: Extract<AcpBlock, { type: 'image' | 'audio' }>): string {
  const kilobytes = Math.ceil((block.data.length * 3) / 4 / 1_000);
  const type = oneLine(block.mimeType ?? '', 100);
  return block.type === 'audio'
    ? l10n.t('Audio ({0}, {1} kB), which cannot be played here', type, kilobytes)
    : l10n.t('An image ({0}, {1} kB), which cannot be shown here', type, kilobytes);
}

function linkContent(
  { uri, name, title }: Extract<AcpBlock, { type: 'resource_link' }>,
  cwd: string,
): ToolContent {
  const path = absolutePath(uri, cwd);
  if (path !== undefined) {
    return { type: 'matches', matches: [{ path }], total: 1, truncated: false };
  }
  const label = oneLine(title ?? name ?? '') || oneLine(uri);
  return { type: 'links', links: [{ title: label, url: oneLine(uri, 2_000) }] };
}

function resourceContent(
  { resource }: Extract<AcpBlock, { type: 'resource' }>,
  cwd: string,
): ToolContent[] {
  const { uri, text, blob, mimeType } = resource;
  if (text !== undefined) {
    const path = absolutePath(uri, cwd);
    return path === undefined
      ? [words(boundedText(text))]
      : [{ type: 'file', path, text: boundedText(text), startLine: 1 }];
  }
  const image = blob === undefined ? undefined : imageContent(mimeType, blob);
  return [image ?? words(l10n.t('Content of {0}, which cannot be shown here', oneLine(uri)))];
}
