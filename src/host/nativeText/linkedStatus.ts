import { commandTooltip } from './nativeUi';
import { type StatusItem, type StatusTexts, showStatus } from './statusItems';
import { type StatusLink, statusMarkdown } from './statusMarkdown';

/** Like `showStatus`, with commands below the lines of the tooltip. */
export function showLinkedStatus(
  item: StatusItem,
  texts: StatusTexts,
  links: readonly StatusLink[],
): void {
  showStatus(item, texts);
  const commands = links.map(({ command }) => command);
  item.tooltip = commandTooltip(statusMarkdown(texts.tooltip, links), commands);
}
