/** Most places of one drop, and characters of each; more are left out. */
const mostPlaces = 500;
const longestPlace = 16_384;

type Transfer = Pick<DataTransfer, 'getData' | 'types'>;

/** Formats in which VS Code and file managers name what is dragged, best first. */
const formats: readonly { readonly type: string; readonly read: (text: string) => string[] }[] = [
  { type: 'application/vnd.code.uri-list', read: linesOf },
  { type: 'resourceurls', read: textsOf },
  { type: 'codeeditors', read: editorsOf },
  { type: 'codefiles', read: textsOf },
  { type: 'text/uri-list', read: linesOf },
];
const foreign = 'text/uri-list';

/** Returns whether something is dragged that has a place. */
export function hasPlaces({ types }: Pick<Transfer, 'types'>): boolean {
  return formats.some(({ type }) => types.includes(type));
}

/** Returns whether VS Code itself is where the drag has begun. */
export function isFromEditor({ types }: Pick<Transfer, 'types'>): boolean {
  return formats.some(({ type }) => type !== foreign && types.includes(type));
}

/** Returns URIs or absolute paths of what was dropped, for the host to check. */
export function placesOf(data: Transfer): string[] {
  for (const { type, read } of formats) {
    const places = data.types.includes(type) ? read(data.getData(type)) : [];
    const good = places.filter(place => place !== '' && place.length <= longestPlace);
    if (good.length > 0) {
      return [...new Set(good)].slice(0, mostPlaces);
    }
  }
  return [];
}

/**
 * Returns the URIs of files that were pasted, from a file manager or as text. Nothing if there is
 * anything else: then it is a text.
 */
export function pastedPlaces(data: Transfer): string[] {
  const text = data.getData('text/plain').trim();
  const lines = text === '' ? placesOf(data) : text.split(/\r?\n/);
  const isFile = (line: string) => /^(?:file|vscode-remote):\/\/\S+$/.test(line);
  return lines.every(isFile) ? lines.slice(0, mostPlaces) : [];
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter(line => line !== '' && !line.startsWith('#'));
}

function textsOf(json: string): string[] {
  return listOf(json).filter(one => typeof one === 'string');
}

/** Tabs: each names its resource, as a text or in parts. */
function editorsOf(json: string): string[] {
  return listOf(json).flatMap(one => {
    const resource = isRecord(one) ? one.resource : undefined;
    if (typeof resource === 'string') {
      return [resource];
    }
    const { scheme, path } = isRecord(resource) ? resource : {};
    const isFile = scheme === 'file' || scheme === 'vscode-remote';
    return isFile && typeof path === 'string' ? [`${scheme}://${encodePath(path)}`] : [];
  });
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function listOf(json: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : [];
  } catch {
    // Another program may use the same name for other data.
    return [];
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
