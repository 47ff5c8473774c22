import { cutText } from '../../../protocol/elicitation/cutText';

/** UTF-16 units of texts that an agent writes on chips, buttons and titles. */
const longestLabel = 200;
/** UTF-16 units of a text that is shown in full; the host keeps longer ones apart. */
const longestText = 1_000_000;

/** Characters that change how the text around them looks: controls, and those of direction. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Returns an agent's text in one line without invisible characters, cut to a length. */
export function oneLine(text: string, longest = longestLabel): string {
  // Cutting first keeps the cost small for a text of megabytes.
  const start = text.length > longest * 4 ? text.slice(0, longest * 4) : text;
  return cutText(start.replace(unprintable, ' ').replace(/\s+/g, ' ').trim(), longest);
}

/** Cuts a text whose beginning matters most. */
export function boundedText(text: string): string {
  return cutText(text, longestText);
}

/** Cuts a text whose end matters most, such as output. */
export function boundedEnd(text: string, longest = longestText): string {
  return text.length <= longest ? text : `…${text.slice(-longest).replace(/^[\udc00-\udfff]/, '')}`;
}

/** Returns the text inside, if all of it is one fenced block of Markdown. */
export function insideFence(text: string): string | undefined {
  const [, fence, inside] = /^\s*(`{3,}(?!`)|~{3,}(?!~))[^\n`]*\n([\s\S]*)$/.exec(text) ?? [];
  if (fence === undefined || inside === undefined) {
    return undefined;
  }
  const body = inside.trimEnd();
  if (!body.endsWith(fence)) {
    return undefined;
  }
  const content = body.slice(0, -fence.length);
  const isWhole = content === '' || content.endsWith('\n');
  return isWhole && !content.includes(`\n${fence}`) ? content.replace(/\n$/, '') : undefined;
}
