import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '../../base/json';
import { withFileMentions } from '../../protocol/fileMentions';

/** Links of one message. */
const most = 20;

/**
 * Returns a link for each file or folder that a text names with `@path`: agents look at links
 * without a search. Names of nothing are left to the text.
 * @param cwd absolute path that relative names begin at
 */
export async function linkedFiles(text: string, cwd: string): Promise<JsonObject[]> {
  const paths = withFileMentions(text, []).flatMap(({ target }) =>
    target.kind === 'file' || target.kind === 'folder' ? [resolve(cwd, target.path)] : [],
  );
  const links = [...new Set(paths)].slice(0, most).map(async path => {
    const entry = await stat(path).catch(() => undefined);
    return entry?.isFile() || entry?.isDirectory()
      ? [{ type: 'resource_link', uri: pathToFileURL(path).href, name: basename(path) }]
      : [];
  });
  return (await Promise.all(links)).flat();
}
