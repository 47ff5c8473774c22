import * as vscode from 'vscode';
import { UserError } from '../../../base/errors';
import * as z from '../../../base/schema';
import type { EditorReader } from './editorReader';
import { linesOf } from './editorReader';
import { locationOf } from './foundLocations';
import type { Readiness } from './languageServices';
import { findPositions, type TextPosition } from './text/findPositions';
import { listing } from './text/listing';
import { symbolKind } from './text/symbolKinds';

const text = (description: string) => z.optional(z.string().check(z.describe(description)));
const natural = (description: string) =>
  z.optional(z.int().check(z.minimum(1), z.describe(description)));

/** Input fields that identify a symbol in a file. */
export const targetInput = {
  path: text(
    'The file: absolute, or relative to the working folder. Not needed when `symbol` is declared once in the workspace.',
  ),
  symbol: text('The name, for example "useDraft" or "Store.load".'),
  text: text('Instead of or beside `symbol`: a line of the file, or a part of one.'),
  line: natural('1-based; with `symbol` or `text` the place nearest to it is meant.'),
  character: natural('1-based, with `line` alone.'),
};

export interface TargetQuery {
  readonly path?: string | undefined;
  readonly symbol?: string | undefined;
  readonly text?: string | undefined;
  readonly line?: number | undefined;
  readonly character?: number | undefined;
}

export interface Target {
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
  /** Word at `position`; empty if there is none. */
  readonly name: string;
  readonly readiness: Readiness;
}

/** Maximum number of places whose definitions are compared. */
const mostCompared = 60;

interface Declared {
  readonly name: string;
  readonly container: string;
  readonly kind: number;
  readonly uri: vscode.Uri;
  readonly position: vscode.Position;
}

/**
 * Finds the one place that a query refers to.
 * @throws UserError `tool.unclear` that lists the candidates
 */
export async function findTarget(
  query: TargetQuery,
  reader: EditorReader,
  signal: AbortSignal,
): Promise<Target> {
  if (query.path === undefined) {
    return inWorkspace(query, reader, signal);
  }
  const document = await reader.document(query.path);
  const lines = linesOf(document.getText());
  const { symbol, text: wanted, line } = query;
  if (symbol === undefined && wanted === undefined && line === undefined) {
    throw new UserError('tool.unclear', 'Say what is meant: symbol, text or line.');
  }
  const [name = '', ...outer] = (symbol ?? '').split(/[.#]|::/).reverse();
  const places = findPositions(lines, {
    ...query,
    ...(symbol === undefined ? {} : { symbol: outer.length > 0 ? name : symbol }),
  });
  const [first] = places;
  if (!first) {
    throw new UserError('tool.unclear', notFound(query, lines.length));
  }
  const at = new vscode.Position(first.line, first.character);
  const readiness = await reader.services.ready(document, at, signal);
  if (places.length === 1) {
    return targetAt(document, at, readiness);
  }
  if (symbol !== undefined && wanted === undefined && line === undefined) {
    const declared = (await declaredIn(document, reader)).filter(
      one => one.name === name && isIn(one.container, outer[0]),
    );
    const [only] = declared;
    if (only && declared.length === 1) {
      return targetAt(document, only.position, readiness);
    }
    if (declared.length > 1) {
      throw unclear(
        symbol,
        declared.map(one => describe(one, reader)),
      );
    }
  }
  const same = await oneMeaning(document, places, reader);
  if (same) {
    return targetAt(document, same, readiness);
  }
  throw unclear(
    symbol ?? wanted ?? '',
    places.map(place => `${place.line + 1}: ${(lines[place.line] ?? '').trim()}`),
  );
}

/**
 * Rejects an empty result if no language server was up to answer.
 * @throws UserError `tool.silent`
 */
export function requireAnswer({ readiness, document }: Target): void {
  if (readiness === 'silent') {
    const { languageId } = document;
    throw new UserError(
      'tool.silent',
      `No language server answers for ${languageId} here: none is installed, or it is still starting. Search for the text instead (find_text).`,
    );
  }
}

/** Returns a note for a result that may be incomplete; else an empty string. */
export function readinessNote({ readiness }: Target): string {
  return readiness === 'partial'
    ? '\n(The language server is still loading the project: this may be incomplete.)'
    : '';
}

async function inWorkspace(
  { symbol, line, text: wanted }: TargetQuery,
  reader: EditorReader,
  signal: AbortSignal,
): Promise<Target> {
  if (symbol === undefined || line !== undefined || wanted !== undefined) {
    throw new UserError('tool.unclear', 'Name the file with path.');
  }
  const [name = '', ...outer] = symbol.split(/[.#]|::/).reverse();
  const all = await symbolsOfWorkspace(name, reader, signal);
  const found = all.filter(
    one => bare(one.name) === name && isIn(one.containerName, outer[0]) && isFile(one.location.uri),
  );
  const [only] = found;
  if (!only) {
    throw new UserError(
      'tool.unclear',
      `No language server knows a declaration of ${symbol} in this workspace. Name the file with path.`,
    );
  }
  if (found.length > 1) {
    throw unclear(
      symbol,
      found.map(one =>
        describe(
          {
            name: bare(one.name),
            container: one.containerName,
            kind: one.kind,
            uri: one.location.uri,
            position: one.location.range.start,
          },
          reader,
        ),
      ),
    );
  }
  const start = only.location.range.start.line + 1;
  return findTarget({ path: only.location.uri.fsPath, symbol: name, line: start }, reader, signal);
}

/**
 * Finds declarations by name in the whole workspace, except those in files that the user denies.
 * Starts servers first: most start with the first file of their language.
 */
export async function symbolsOfWorkspace(
  query: string,
  reader: EditorReader,
  signal: AbortSignal,
): Promise<vscode.SymbolInformation[]> {
  await startServers(reader, signal);
  const found = await reader.services.ask<vscode.SymbolInformation[]>(
    'vscode.executeWorkspaceSymbolProvider',
    query,
  );
  const { paths } = reader;
  const denied = await Promise.all(
    (found ?? []).map(async ({ location: { uri } }) => isFile(uri) && paths.denies(uri.fsPath)),
  );
  return (found ?? []).filter((_, index) => !denied[index]);
}

const sources =
  '**/*.{ts,tsx,mts,js,jsx,mjs,py,go,rs,java,kt,cs,c,cc,cpp,h,hpp,rb,php,swift,scala,dart,lua,vue,svelte}';

/** Opens a source file without showing it if none is open, and waits for its language server. */
async function startServers(reader: EditorReader, signal: AbortSignal): Promise<boolean> {
  const filter = { pattern: sources, scheme: 'file' };
  const open = vscode.workspace.textDocuments.find(
    document => vscode.languages.match(filter, document) > 0,
  );
  const document = open ?? (await someSource());
  if (!document) {
    return false;
  }
  await reader.services.ready(document, new vscode.Position(0, 0), signal);
  return true;
}

async function someSource(): Promise<vscode.TextDocument | undefined> {
  const [uri] = await vscode.workspace.findFiles(sources, '**/{node_modules,dist,out,.git}/**', 1);
  return uri && vscode.workspace.openTextDocument(uri);
}

/**
 * Symbol in either form: some servers still return the old flat one, with `location` instead of
 * ranges.
 */
export type AnySymbol = vscode.DocumentSymbol & Partial<vscode.SymbolInformation>;

/** Lists the symbols declared in a document; nested ones with their container's name. */
async function declaredIn(
  document: vscode.TextDocument,
  reader: EditorReader,
): Promise<Declared[]> {
  const symbols = await reader.services.ask<AnySymbol[]>(
    'vscode.executeDocumentSymbolProvider',
    document.uri,
  );
  const walk = (all: readonly AnySymbol[], container: string): Declared[] =>
    all.flatMap(({ name, kind, children, selectionRange, location }) => {
      const position = (selectionRange ?? location?.range)?.start;
      const one = position && { name: bare(name), container, kind, uri: document.uri, position };
      return [...(one ? [one] : []), ...walk(children ?? [], name)];
    });
  return walk(symbols ?? [], '');
}

/** Returns the first of several places if all of them share one definition. */
async function oneMeaning(
  document: vscode.TextDocument,
  places: readonly TextPosition[],
  reader: EditorReader,
): Promise<vscode.Position | undefined> {
  if (places.length > mostCompared) {
    return undefined;
  }
  const definitions = await Promise.all(
    places.map(async ({ line, character }) => {
      const position = new vscode.Position(line, character);
      const found = await reader.services.tryToAsk<(vscode.Location | vscode.LocationLink)[]>(
        'vscode.executeDefinitionProvider',
        document.uri,
        position,
      );
      const [first] = found ?? [];
      return { position, key: first && JSON.stringify(locationOf(first)) };
    }),
  );
  // Names in comments and strings have no definition.
  const known = definitions.filter(({ key }) => key !== undefined);
  return new Set(known.map(({ key }) => key)).size === 1 ? known[0]?.position : undefined;
}

function targetAt(
  document: vscode.TextDocument,
  position: vscode.Position,
  readiness: Readiness,
): Target {
  const range = document.getWordRangeAtPosition(position);
  return { document, position, name: range ? document.getText(range) : '', readiness };
}

/** Strips the parameters that some servers append to the name. */
function bare(name: string): string {
  return name.replace(/\(.*$/, '');
}

function isIn(container: string, wanted: string | undefined): boolean {
  return wanted === undefined || bare(container).split('.').at(-1) === wanted;
}

function isFile({ scheme }: vscode.Uri): boolean {
  return scheme === 'file';
}

function describe({ name, container, kind, uri, position }: Declared, reader: EditorReader) {
  const within = container === '' ? '' : ` in ${container}`;
  return `${reader.paths.show(uri.fsPath)}:${position.line + 1}: ${symbolKind(kind)} ${name}${within}`;
}

function unclear(what: string, candidates: readonly string[]): UserError {
  const heading = `"${what}" may mean ${candidates.length} places. Call again with path and line:`;
  return new UserError('tool.unclear', listing(candidates, { heading, usual: 20 }));
}

function notFound({ path, symbol, text: wanted, line }: TargetQuery, count: number): string {
  if (symbol === undefined && wanted === undefined) {
    return `${path} has ${count} lines; there is no line ${line}.`;
  }
  return `"${symbol ?? wanted}" is not in ${path}.`;
}
