/** Link target in the agent's text. Lines and columns are 1-based; `path` is percent-decoded. */
export type LinkTarget =
  | { readonly kind: 'url'; readonly url: string }
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly line?: number;
      readonly column?: number;
      readonly endLine?: number;
    };

const longestHref = 4096;
// Control and bidirectional override characters: URL parsers silently drop some of them
// ("java\tscript:"), and the others disguise a target.
const deceptive = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u;
const scheme = /^([a-z][a-z0-9+.-]*):/i;
const windowsDrive = /^[a-z]:[\\/]/i;
const pathWithLine = /^([^:]*[./\\][^:]*):(\d{1,7})(?::(\d{1,7}))?(?:-(\d{1,7}))?$/;
const lineFragment = /^L?(\d{1,7})(?:C(\d{1,7}))?(?:-L?(\d{1,7})(?:C\d{1,7})?)?$/;

/** Returns the target of an href; undefined for everything outside the allow-list. */
export function classifyLink(href: string): LinkTarget | undefined {
  if (href === '' || href.length > longestHref || deceptive.test(href) || href !== href.trim()) {
    return undefined;
  }
  if (windowsDrive.test(href)) {
    return fileTarget(href);
  }
  const name = scheme.exec(href)?.[1]?.toLowerCase();
  switch (name) {
    case undefined:
      return fileTarget(href);
    case 'http':
    case 'https':
    case 'mailto':
      return urlTarget(href);
    case 'file':
      return fileUrlTarget(href);
    default:
      // "notes.md:12" looks like a scheme, but only a file name has a dot and a line number.
      return name.includes('.') && pathWithLine.test(href) ? fileTarget(href) : undefined;
  }
}

const codeSpanPath =
  /^(?:[A-Za-z]:[\\/]|~\/|\.{0,2}\/)?(?:[\w@.+-]+[\\/])*[\w@.+-]*\w\.[A-Za-z]\w{0,9}(?:(?::\d{1,7}){1,2}(?:-\d{1,7})?|#L\d{1,7}(?:-L?\d{1,7})?)?$/;

/**
 * Returns the file that a code span clearly names: with an extension, and a folder or a line.
 * `console.log` and `application/json` do not count.
 */
export function classifyCodeSpan(text: string): LinkTarget | undefined {
  if (text.length < 4 || text.length > 260 || !codeSpanPath.test(text)) {
    return undefined;
  }
  return /[\\/]/.test(text) || /:\d|#L\d/.test(text) ? classifyLink(text) : undefined;
}

/** Describes the real target for a tooltip, whatever the link text claims. */
export function describeTarget(target: LinkTarget): string {
  if (target.kind === 'url') {
    return target.url;
  }
  const { path, line, column, endLine } = target;
  if (line === undefined) {
    return path;
  }
  const end = endLine === undefined ? '' : `-${endLine}`;
  return column === undefined ? `${path}:${line}${end}` : `${path}:${line}:${column}${end}`;
}

function urlTarget(href: string): LinkTarget | undefined {
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (url === undefined || (url.protocol !== 'mailto:' && url.host === '')) {
    return undefined;
  }
  return { kind: 'url', url: url.href };
}

function fileUrlTarget(href: string): LinkTarget | undefined {
  const url = URL.canParse(href) ? new URL(href) : undefined;
  // A host means a network share; on Windows, opening one sends the user's credentials.
  if (url === undefined || (url.host !== '' && url.host !== 'localhost')) {
    return undefined;
  }
  const path = windowsDrive.test(url.pathname.slice(1)) ? url.pathname.slice(1) : url.pathname;
  return fileTarget(path + url.hash);
}

function fileTarget(written: string): LinkTarget | undefined {
  const hash = written.lastIndexOf('#');
  const fragment = hash < 0 ? undefined : lineFragment.exec(written.slice(hash + 1));
  let path = hash < 0 ? written : written.slice(0, hash);
  let numbers: (string | undefined)[] = fragment?.slice(1) ?? [];
  const drive = windowsDrive.test(path) ? path.slice(0, 2) : '';
  const suffix = pathWithLine.exec(path.slice(drive.length));
  if (suffix !== null) {
    path = drive + suffix[1];
    numbers = suffix.slice(2);
  }
  const decoded = decodePercent(path);
  if (decoded === undefined || !isPlainPath(decoded)) {
    return undefined;
  }
  const [line, column, endLine] = numbers.map(text =>
    text === undefined || text === '' ? undefined : Number(text),
  );
  return {
    kind: 'file',
    path: decoded,
    ...(line === undefined || line === 0 ? {} : { line }),
    ...(column === undefined || column === 0 ? {} : { column }),
    ...(line === undefined || endLine === undefined || endLine < line ? {} : { endLine }),
  };
}

function isPlainPath(path: string): boolean {
  const rest = windowsDrive.test(path) ? path.slice(2) : path;
  return (
    path.trim() !== '' && !deceptive.test(path) && !/^[\\/]{2}/.test(path) && !rest.includes(':')
  );
}

function decodePercent(text: string): string | undefined {
  if (!text.includes('%')) {
    return text;
  }
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone percent sign is an ordinary character in a file name.
    return text;
  }
}
