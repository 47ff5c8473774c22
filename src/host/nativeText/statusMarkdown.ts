import { escapedLine } from './commentMarkdown';

/** Command that a tooltip offers; both texts are ours. */
export interface StatusLink {
  readonly title: string;
  readonly command: string;
}

/**
 * Writes a tooltip as Markdown. Nothing in its lines becomes markup, a link or an icon: they may
 * come from an agent.
 * @param tooltip lines, of which the first one becomes a heading
 */
export function statusMarkdown(tooltip: string, links: readonly StatusLink[]): string {
  const [heading = '', ...lines] = tooltip.split('\n').map(escapedLine).filter(Boolean);
  const offers = links.map(({ title, command }) => `[${escapedLine(title)}](command:${command})`);
  return [[`**${heading}**`, ...lines].join('  \n'), offers.join(' · ')].join('\n\n');
}
