import * as l10n from '@vscode/l10n';
import type { ToolContent } from '../../../contract/tools';
import type { AcpBlock } from '../wire/contentBlock';
import { blockContent } from './blockContent';

/** Returns what a block of an agent's message says, as Markdown. */
export function blockWords(block: AcpBlock, cwd: string): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
      return l10n.t('*An image, which cannot be shown here*');
    default:
      return blockContent(block, cwd).flatMap(wordsOf).join('\n');
  }
}

function wordsOf(content: ToolContent): readonly string[] {
  switch (content.type) {
    case 'text':
    case 'markdown':
    case 'file':
      return typeof content.text === 'string' ? [content.text] : [];
    case 'links':
      return content.links.map(({ title, url }) => `[${title}](${url})`);
    case 'matches':
      return content.matches.map(({ path }) => `\`${path}\``);
    default:
      return [];
  }
}
