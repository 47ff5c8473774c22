import { UserError } from '../../base/errors';
import * as z from '../../base/schema';
import { raceTimeout } from '../../node/raceTimeout';
import type { Diagnostic, FileDiagnostics } from '../editor/idePort';
import { defineTool } from '../mcp/tool';
import { type IdeContext, type IdeTool, jsonResult } from './ideTool';

/**
 * Milliseconds that the CLI waits for one file, and for all. The editor gets `spare` less, so that
 * an answer arrives in time.
 */
const patience = { file: 500, all: 2_000, spare: 100 } as const;

/** Maximum number of problems in one answer, so that it stays readable in any workspace. */
const maxProblems = 1_000;

export const getDiagnostics: IdeTool = context =>
  defineTool({
    name: 'getDiagnostics',
    description: 'The problems that language servers find in one file (uri), or in all files.',
    input: z.object({ uri: z.optional(z.string()) }),
    hints: { readOnlyHint: true },
    run: async ({ uri }) =>
      jsonResult(uri === undefined ? await ofAll(context) : [await ofFile(context, uri)]),
  });

async function ofFile(context: IdeContext, uri: string) {
  const found = await context.paths.resolve(uri);
  context.paths.remember(found);
  const files = await ask(context, found.path, patience.file);
  return described(
    found.asked,
    files.flatMap(file => file.diagnostics),
  );
}

async function ofAll(context: IdeContext) {
  const files = [...(await ask(context, undefined, patience.all))];
  const isKnown = ({ path }: FileDiagnostics) => context.paths.known(path) !== undefined;
  // Files that the client has asked for come first: it compares those.
  files.sort((a, b) => Number(isKnown(b)) - Number(isKnown(a)));
  let left = maxProblems;
  return files.flatMap(({ path, diagnostics }) => {
    const some = diagnostics.slice(0, left);
    left -= some.length;
    const isCutAway = some.length === 0 && diagnostics.length > 0;
    return isCutAway ? [] : [described(context.paths.known(path) ?? path, some)];
  });
}

async function ask(
  { editor, clock }: IdeContext,
  path: string | undefined,
  limit: number,
): Promise<readonly FileDiagnostics[]> {
  const editorLimit = limit - patience.spare;
  const files = await raceTimeout(
    editor.diagnostics(path, editorLimit),
    limit - patience.spare / 2,
    clock,
  );
  if (!files) {
    throw new UserError(
      'ide.late',
      'The editor did not tell its problems in time. Ask again later.',
    );
  }
  return files;
}

/**
 * Formats for the CLI: it compares unencoded URIs as strings, and drops codes that are not strings.
 */
function described(path: string, diagnostics: readonly Diagnostic[]) {
  return {
    uri: `file://${path}`,
    diagnostics: diagnostics.map(({ message, severity, range, source, code }) => ({
      message,
      severity,
      range,
      ...(source === undefined ? {} : { source }),
      ...(code === undefined ? {} : { code: String(code) }),
    })),
  };
}
