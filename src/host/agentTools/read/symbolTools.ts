import * as vscode from 'vscode';
import { UserError } from '../../../base/errors';
import * as z from '../../../base/schema';
import { defineTool, textResult } from '../../../terminalServer/mcp/tool';
import type { EditorTool } from '../tool/editorTool';
import { EditorReader } from './editorReader';
import { type AnySymbol, symbolsOfWorkspace } from './findTarget';
import { counted, listing, pageInput } from './text/listing';
import { symbolKind } from './text/symbolKinds';

export const documentSymbols: EditorTool = {
  group: 'readOnly',
  make(context) {
    const reader = EditorReader.of(context);
    return defineTool({
      name: 'document_symbols',
      title: 'Outline of a file',
      description:
        'The outline of a file: its classes, functions, members with the lines that they span. Cheaper than reading the file.',
      input: z.object({
        path: z.string().check(z.describe('Absolute, or relative to the working folder.')),
        depth: z.optional(
          z
            .int()
            .check(z.minimum(1), z.describe('Levels of nesting. Default 2: classes and members.')),
        ),
        ...pageInput,
      }),
      async run({ path, depth = 2, ...page }, { signal }) {
        const document = await reader.document(path);
        const readiness = await reader.services.ready(document, new vscode.Position(0, 0), signal);
        const symbols = await reader.services.ask<AnySymbol[]>(
          'vscode.executeDocumentSymbolProvider',
          document.uri,
        );
        if (!symbols?.length && readiness === 'silent') {
          throw new UserError(
            'tool.silent',
            `No language server knows the outline of ${path} (${document.languageId}).`,
          );
        }
        const entries = outline(symbols ?? [], depth);
        const heading = `${reader.paths.show(document.uri.fsPath)}: ${counted(document.lineCount, 'line')}, ${counted(entries.length, 'symbol')}`;
        return textResult(listing(entries, { ...page, heading, usual: 200 }));
      },
    });
  },
};

export const workspaceSymbols: EditorTool = {
  group: 'readOnly',
  make(context) {
    const reader = EditorReader.of(context);
    return defineTool({
      name: 'workspace_symbols',
      title: 'Find symbols',
      description:
        'Finds declarations by name in the whole workspace (a part of the name will do), with their kind, file and line.',
      input: z.object({
        query: z.string().check(z.describe('The name, or a part of it.')),
        kind: z.optional(
          z.string().check(z.describe('Only these: class, function, interface, method, …')),
        ),
        ...pageInput,
      }),
      async run({ query, kind, ...page }, { signal }) {
        const symbols = await symbolsOfWorkspace(query, reader, signal);
        const { paths } = reader;
        const entries = symbols
          .filter(one => kind === undefined || symbolKind(one.kind) === kind.toLowerCase())
          .map(({ name, containerName, kind: number, location: { uri, range } }) => {
            const path = uri.scheme === 'file' ? paths.show(uri.fsPath) : uri.toString();
            const inside = containerName === '' ? '' : ` in ${containerName}`;
            return `${path}:${range.start.line + 1}: ${symbolKind(number)} ${name}${inside}`;
          });
        const heading = `${counted(entries.length, 'declaration')} with "${query}"`;
        return textResult(listing([...new Set(entries)], { ...page, heading, usual: 60 }));
      },
    });
  },
};

function outline(symbols: readonly AnySymbol[], depth: number, indent = ''): string[] {
  return [...symbols]
    .map(symbol => ({ symbol, range: symbol.range ?? symbol.location?.range }))
    .sort((one, other) => (one.range?.start.line ?? 0) - (other.range?.start.line ?? 0))
    .flatMap(({ symbol: { name, kind, children = [] }, range }) => {
      const [start, end] = [(range?.start.line ?? 0) + 1, (range?.end.line ?? 0) + 1];
      const lines = start === end ? `${start}` : `${start}-${end}`;
      const nested = depth > 1 ? outline(children, depth - 1, `${indent}  `) : [];
      return [`${indent}${lines}: ${symbolKind(kind)} ${name}`, ...nested];
    });
}
