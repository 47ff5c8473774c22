import { isAbsolute } from 'node:path';
import type * as vscode from 'vscode';
import { UserError } from '../../../base/errors';
import * as z from '../../../base/schema';
import { defineTool, textResult } from '../../../terminalServer/mcp/tool';
import type { EditorTool } from '../tool/editorTool';
import { EditorReader } from './editorReader';
import { findTarget, readinessNote, requireAnswer, type Target, targetInput } from './findTarget';
import {
  type FoundLocation,
  fileCount,
  inOrder,
  locationListing,
  locationOf,
} from './foundLocations';
import { counted, cutLine, pageInput } from './text/listing';

/** Maximum UTF-16 units shown of a type and its documentation. */
const longestHover = 6_000;

export const hover: EditorTool = {
  group: 'readOnly',
  make(context) {
    const reader = EditorReader.of(context);
    return defineTool({
      name: 'hover',
      title: 'Type and documentation',
      description:
        'The type or signature of a name and its documentation, as the editor shows them on hovering.',
      input: z.object(targetInput),
      async run(input, { signal }) {
        const target = await findTarget(input, reader, signal);
        const { document, position, name } = target;
        await requireReadableDefinition(target, reader);
        const found = await reader.services.ask<vscode.Hover[]>(
          'vscode.executeHoverProvider',
          document.uri,
          position,
        );
        const hoverText = (found ?? [])
          .flatMap(({ contents }) => contents)
          .map(one => (typeof one === 'string' ? one : one.value).trim())
          .filter(one => one !== '');
        if (hoverText.length === 0) {
          requireAnswer(target);
        }
        const at = `${reader.paths.show(document.uri.fsPath)}:${position.line + 1}`;
        const text = hoverText.join('\n\n') || 'Nothing is known of it.';
        const shown = text.length > longestHover ? `${text.slice(0, longestHover)}…` : text;
        return textResult(`${name} (${at})\n${shown}${readinessNote(target)}`);
      },
    });
  },
};

/**
 * Types and comments are quoted from where a name is defined.
 * @throws UserError `file.denied` if the user's rules deny reading that file
 */
async function requireReadableDefinition(
  { document, position, name }: Target,
  { services, paths }: EditorReader,
): Promise<void> {
  for (const command of [
    'vscode.executeDefinitionProvider',
    'vscode.executeTypeDefinitionProvider',
  ]) {
    const found = await services.tryToAsk<(vscode.Location | vscode.LocationLink)[]>(
      command,
      document.uri,
      position,
    );
    const places = [...new Set((found ?? []).map(locationOf).map(({ path }) => path))];
    const denied = await Promise.all(places.map(path => isAbsolute(path) && paths.denies(path)));
    if (denied.includes(true)) {
      throw new UserError(
        'file.denied',
        `${name} is defined in a file that the user's permission settings deny reading. Do not read it in another way.`,
      );
    }
  }
}

export const callHierarchy: EditorTool = {
  group: 'readOnly',
  make(context) {
    const reader = EditorReader.of(context);
    return defineTool({
      name: 'call_hierarchy',
      title: 'Call hierarchy',
      description: 'Which functions call a function (incoming), or which ones it calls (outgoing).',
      input: z.object({
        ...targetInput,
        direction: z.enum(['incoming', 'outgoing']),
        ...pageInput,
      }),
      async run(input, { signal }) {
        const target = await findTarget(input, reader, signal);
        const { document, position, name } = target;
        const { services } = reader;
        const items =
          (await services.ask<vscode.CallHierarchyItem[]>(
            'vscode.prepareCallHierarchy',
            document.uri,
            position,
          )) ?? [];
        if (items.length === 0) {
          requireAnswer(target);
        }
        const isIncoming = input.direction === 'incoming';
        const calls = await Promise.all(
          items.map(item => (isIncoming ? incoming(services, item) : outgoing(services, item))),
        );
        const named = await withoutDeniedNames(calls.flat(), reader);
        const places = inOrder(named, document.uri.fsPath);
        const what = isIncoming ? `calls of ${name}` : `calls in ${name}`;
        const files = places.length === 0 ? '' : ` in ${counted(fileCount(places), 'file')}`;
        const heading = `${places.length} ${what}${files}`;
        const text = await locationListing(places, reader, { ...input, heading, usual: 80 });
        return textResult(text + readinessNote(target));
      },
    });
  },
};

/** A call, and the file of the function at its other end. */
interface FoundCall extends FoundLocation {
  readonly other: string;
}

/** Leaves out names of functions in files that the user denies; the places stay. */
function withoutDeniedNames(
  calls: readonly FoundCall[],
  { paths }: EditorReader,
): Promise<FoundLocation[]> {
  return Promise.all(
    calls.map(async ({ note, other, ...place }) =>
      note === undefined || (await paths.denies(other)) ? place : { ...place, note },
    ),
  );
}

async function incoming(services: EditorReader['services'], item: vscode.CallHierarchyItem) {
  const calls = await services.ask<vscode.CallHierarchyIncomingCall[]>(
    'vscode.provideIncomingCalls',
    item,
  );
  return (calls ?? []).flatMap(({ from, fromRanges }) =>
    fromRanges.map(({ start }) => ({
      path: from.uri.fsPath,
      line: start.line,
      character: start.character,
      note: `in ${from.name}:`,
      other: from.uri.fsPath,
    })),
  );
}

async function outgoing(services: EditorReader['services'], item: vscode.CallHierarchyItem) {
  const calls = await services.ask<vscode.CallHierarchyOutgoingCall[]>(
    'vscode.provideOutgoingCalls',
    item,
  );
  return (calls ?? []).flatMap(({ to, fromRanges }) =>
    fromRanges.map(({ start }) => ({
      path: item.uri.fsPath,
      line: start.line,
      character: start.character,
      note: `calls ${to.name}:`,
      other: to.uri.fsPath,
    })),
  );
}

export const renamePreview: EditorTool = {
  group: 'readOnly',
  make(context) {
    const reader = EditorReader.of(context);
    return defineTool({
      name: 'rename_preview',
      title: 'Preview of renaming',
      description:
        'What renaming a symbol would change in all files, each line as it would become. Changes nothing: make the edits yourself.',
      input: z.object({
        ...targetInput,
        newName: z.string().check(z.minLength(1)),
        ...pageInput,
      }),
      async run(input, { signal }) {
        const target = await findTarget(input, reader, signal);
        const { document, position, name } = target;
        const edit = await reader.services.ask<vscode.WorkspaceEdit>(
          'vscode.executeDocumentRenameProvider',
          document.uri,
          position,
          input.newName,
        );
        if (!edit?.size) {
          requireAnswer(target);
        }
        const changes = await Promise.all(
          (edit?.entries() ?? []).map(([uri, edits]) => renamedLines(uri, edits, reader)),
        );
        const places = inOrder(changes.flat(), document.uri.fsPath);
        const count = (edit?.entries() ?? []).reduce((sum, [, edits]) => sum + edits.length, 0);
        const heading = `Renaming ${name} to ${input.newName} would change ${counted(count, 'place')} in ${counted(fileCount(places), 'file')}. Nothing was changed. The lines as they would be:`;
        const text = await locationListing(places, reader, { ...input, heading, usual: 100 });
        return textResult(text + readinessNote(target));
      },
    });
  },
};

async function renamedLines(
  uri: vscode.Uri,
  edits: readonly vscode.TextEdit[],
  reader: EditorReader,
) {
  const path = uri.fsPath;
  const lines = await reader.lines(path).catch(() => undefined);
  const byLine = new Map<number, vscode.TextEdit[]>();
  for (const edit of edits) {
    const { line } = edit.range.start;
    byLine.set(line, [...(byLine.get(line) ?? []), edit]);
  }
  return [...byLine].map(([line, changes]) => {
    // Edits apply from the end of the line, so that earlier positions stay valid.
    const inTurn = changes.sort((one, other) => other.range.start.compareTo(one.range.start));
    const before = lines?.lines[line];
    const after = inTurn.reduce(
      (text, { range, newText }) =>
        text.slice(0, range.start.character) + newText + text.slice(range.end.character),
      before ?? '',
    );
    return { path, line, character: 0, shown: before === undefined ? '' : cutLine(after.trim()) };
  });
}
