import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { UserError } from '../../../base/errors';
import * as z from '../../../base/schema';
import { isWithin } from '../../../node/isWithin';
import { defineTool, textResult } from '../../../terminalServer/mcp/tool';
import { codeOf, diagnosticsSettled } from '../../editor/diagnostics';
import { alwaysLoaded, type EditorTool } from '../tool/editorTool';
import { EditorReader } from './editorReader';
import type { AllowedPaths } from './text/allowedPaths';
import { counted, listing, pageInput } from './text/listing';

const severities = ['error', 'warning', 'info', 'hint'] as const;

/** Milliseconds to wait after opening a file: without diagnostics events, and in total. */
const quiet = 400;
const limit = 5_000;

interface ListedProblem {
  readonly path: string;
  /** Line number, 0-based. */
  readonly line: number;
  readonly severity: number;
  readonly message: string;
}

export const problems: EditorTool = {
  group: 'readOnly',
  make(context) {
    const reader = EditorReader.of(context);
    return defineTool({
      name: 'problems',
      title: 'Problems',
      description:
        'Errors and warnings of compilers and linters, as the editor shows them, for one file (it is looked at when it is not open), a folder, or all that the editor knows of (then of files that are open, or of all where the language checks whole projects).',
      meta: alwaysLoaded,
      input: z.object({
        path: z.optional(z.string().check(z.describe('A file or a folder. Absent: all.'))),
        severity: z.optional(
          z
            .enum(severities)
            .check(z.describe('The least severity that is listed. Default "warning".')),
        ),
        ...pageInput,
      }),
      async run({ path, severity = 'warning', ...page }, { signal }) {
        const { paths } = reader;
        const at = path === undefined ? undefined : await paths.resolve(path);
        const found = at === undefined ? undefined : await stat(at).catch(() => undefined);
        if (at !== undefined && !found) {
          throw new UserError('tool.absent', `${path} does not exist.`);
        }
        const isFile = at !== undefined && found?.isFile() === true;
        const all = isFile ? await ofFile(at, reader, signal) : await ofFolder(at, reader);
        const least = severities.indexOf(severity);
        const hidden = await deniedOf(all, paths);
        const listed = all
          .filter(one => one.severity <= least && !hidden.has(one.path))
          .sort(
            (one, other) =>
              one.severity - other.severity ||
              Number(one.path > other.path) - Number(one.path < other.path) ||
              one.line - other.line,
          );
        const entries = listed.map(
          one =>
            `${paths.show(one.path)}:${one.line + 1}: ${severities[one.severity]}: ${one.message}`,
        );
        const where = at === undefined ? '' : ` in ${paths.show(at)}`;
        const counts = severities
          .slice(0, least + 1)
          .map((name, index) => counted(listed.filter(one => one.severity === index).length, name))
          .join(', ');
        return textResult(listing(entries, { ...page, heading: counts + where, usual: 60 }));
      },
    });
  },
};

/** Messages may quote the text of files that the user's rules deny. */
async function deniedOf(
  all: readonly ListedProblem[],
  paths: AllowedPaths,
): Promise<ReadonlySet<string>> {
  const unique = [...new Set(all.map(({ path }) => path))];
  const denied = await Promise.all(unique.map(path => paths.denies(path)));
  return new Set(unique.filter((_, index) => denied[index]));
}

async function ofFolder(
  folder: string | undefined,
  { paths }: EditorReader,
): Promise<ListedProblem[]> {
  const all = vscode.languages.getDiagnostics().filter(([uri]) => uri.scheme === 'file');
  const inside = await Promise.all(
    all.map(([{ fsPath }]) =>
      folder === undefined ? paths.contains(fsPath) : isWithin(folder, fsPath),
    ),
  );
  return all
    .filter((_, index) => inside[index])
    .flatMap(([uri, found]) => found.map(one => problemOf(uri.fsPath, one)));
}

/**
 * Returns the problems of one file. Some language servers check a file without a tab only on
 * request.
 */
async function ofFile(
  path: string,
  reader: EditorReader,
  signal: AbortSignal,
): Promise<ListedProblem[]> {
  const document = await reader.document(path);
  const isShown = vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(
      ({ input }) =>
        input instanceof vscode.TabInputText && input.uri.toString() === document.uri.toString(),
    ),
  );
  await reader.services.ready(document, new vscode.Position(0, 0), signal);
  const asked = isShown ? undefined : await askTypeScript(document, reader);
  if (asked) {
    return asked;
  }
  await diagnosticsSettled(document.uri, {
    quiet,
    limit,
    hasBegun: true,
    clock: reader.context.clock,
  });
  return vscode.languages.getDiagnostics(document.uri).map(one => problemOf(path, one));
}

function problemOf(path: string, diagnostic: vscode.Diagnostic): ListedProblem {
  const { severity, range, message, source } = diagnostic;
  const code = codeOf(diagnostic);
  const origin = `${source ?? ''}${code === undefined ? '' : `(${code})`}`;
  const summary = message.replace(/\s*\n\s*/g, ' / ');
  return {
    path,
    line: range.start.line,
    severity,
    message: origin === '' ? summary : `${summary} [${origin}]`,
  };
}

/** Response of tsserver to `semanticDiagnosticsSync`; lines are 1-based. */
const serverDiagnostics = z.looseObject({
  body: z.array(
    z.looseObject({
      start: z.looseObject({ line: z.number() }),
      text: z.string(),
      code: z.optional(z.number()),
      category: z.string(),
    }),
  ),
});

const categories: Readonly<Record<string, number>> = { error: 0, warning: 1, message: 2 };

/**
 * Asks tsserver for diagnostics, which VS Code publishes only for files in tabs.
 * @returns undefined if tsserver cannot be asked
 */
async function askTypeScript(
  { languageId, uri }: vscode.TextDocument,
  { services }: EditorReader,
): Promise<ListedProblem[] | undefined> {
  if (!/^(type|java)script(react)?$/.test(languageId)) {
    return undefined;
  }
  const ask = (what: string) =>
    // Another extension may serve the language.
    services.tryToAsk<unknown>('typescript.tsserverRequest', what, { file: uri });
  const answers = await Promise.all([
    ask('syntacticDiagnosticsSync'),
    ask('semanticDiagnosticsSync'),
  ]);
  const read = answers.map(answer => z.safeParse(serverDiagnostics, answer));
  if (!read.some(({ success }) => success)) {
    return undefined;
  }
  return read.flatMap(({ data }) =>
    (data?.body ?? []).map(({ start, text, code, category }) => ({
      path: uri.fsPath,
      line: start.line - 1,
      severity: categories[category] ?? 3,
      message: `${text.replace(/\s*\n\s*/g, ' / ')} [ts${code === undefined ? '' : `(${code})`}]`,
    })),
  );
}
