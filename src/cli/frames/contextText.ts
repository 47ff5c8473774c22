import { mentionKinds, type SentContext } from '../../contract/mentions';

type TextContext = Pick<SentContext, 'kind' | 'title'> & { readonly text: string };

const kinds: ReadonlySet<string> = new Set<SentContext['kind']>([
  ...mentionKinds,
  ...(['selection', 'openFile', 'text', 'pdf', 'shell'] as const),
]);

/** Stands for the user's text in a message that has none: the agent must not read content as one. */
export const noWords = 'See the attached context.';

const end = '\n</tandem-context>';
const heading = /^<tandem-context kind="(\w{1,20})" title="([^"\n]{0,4000})">\n/;
/** Our marks inside content get a backslash, and those that have backslashes get one more. */
const mark = /<(?=\\*\/?tandem-context)/gi;
const escapedMark = /<\\(?=\\*\/?tandem-context)/gi;

/** Writes content as a text of a message: a heading, the content, and an end. */
export function toContextText({ kind, title, text }: TextContext): string {
  const opening = `<tandem-context kind="${kind}" title="${quoted(title)}">\n`;
  return `${opening}${text.replace(mark, '<\\')}${end}`;
}

/** Reads content that `toContextText` wrote; undefined for any other text. */
export function readContextText(written: string): TextContext | undefined {
  const [opening = '', kind = '', title = ''] = heading.exec(written) ?? [];
  const isWhole = written.endsWith(end) && written.length >= opening.length + end.length;
  if (opening === '' || !isWhole) {
    return undefined;
  }
  const content = written.slice(opening.length, -end.length);
  if (hasMark(content)) {
    return undefined;
  }
  return {
    kind: kinds.has(kind) ? (kind as SentContext['kind']) : 'text',
    title: unquoted(title),
    text: content.replace(escapedMark, '<'),
  };
}

/** Whether our own marks stand in the content as they are: then somebody else wrote it. */
function hasMark(content: string): boolean {
  return /<\/?tandem-context/i.test(content);
}

const entities = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' } as const;

function quoted(title: string): string {
  return title
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, 600)
    .replace(/["&<>]/g, sign => entities[sign as keyof typeof entities]);
}

function unquoted(title: string): string {
  return title.replace(/&(?:amp|quot|lt|gt);/g, entity => {
    const [sign = entity] =
      Object.entries(entities).find(([, written]) => written === entity) ?? [];
    return sign;
  });
}
