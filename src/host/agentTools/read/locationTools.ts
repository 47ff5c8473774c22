import type * as vscode from 'vscode';
import * as z from '../../../base/schema';
import { defineTool, type McpTool, textResult } from '../../../terminalServer/mcp/tool';
import { alwaysLoaded, type EditorTool, type ToolContext } from '../tool/editorTool';
import { EditorReader } from './editorReader';
import { findTarget, readinessNote, requireAnswer, targetInput } from './findTarget';
import { fileCount, inOrder, locationListing, locationOf } from './foundLocations';
import { counted, pageInput } from './text/listing';

interface LocationTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly command: string;
  /** Singular noun for the heading: "reference". */
  readonly one: string;
  readonly isAlwaysLoaded?: boolean;
}

/** Defines a tool that lists places in files for the symbol at a position. */
function locationTool(definition: LocationTool): EditorTool {
  const { name, title, description, command, one, isAlwaysLoaded } = definition;
  const make = (context: ToolContext): McpTool => {
    const reader = EditorReader.of(context);
    return defineTool({
      name,
      title,
      description,
      ...(isAlwaysLoaded ? { meta: alwaysLoaded } : {}),
      input: z.object({ ...targetInput, ...pageInput }),
      async run(input, { signal }) {
        const target = await findTarget(input, reader, signal);
        const { document, position } = target;
        const found = await reader.services.ask<(vscode.Location | vscode.LocationLink)[]>(
          command,
          document.uri,
          position,
        );
        if (!found?.length) {
          requireAnswer(target);
        }
        const places = inOrder((found ?? []).map(locationOf), document.uri.fsPath);
        const at = `${reader.paths.show(document.uri.fsPath)}:${position.line + 1}`;
        const files = places.length === 0 ? '' : ` in ${counted(fileCount(places), 'file')}`;
        const heading = `${counted(places.length, one)} of ${target.name} (${at})${files}`;
        const text = await locationListing(places, reader, { ...input, heading, usual: 100 });
        return textResult(text + readinessNote(target));
      },
    });
  };
  return { group: 'readOnly', make };
}

export const references = locationTool({
  name: 'references',
  title: 'Find references',
  description:
    'All uses of a function, type, variable or member in the workspace, with its declaration, as the language server knows them: only the real uses, not other things of the same name. Each with its line.',
  command: 'vscode.executeReferenceProvider',
  one: 'reference',
  isAlwaysLoaded: true,
});

export const definition = locationTool({
  name: 'definition',
  title: 'Go to definition',
  description:
    'Where a name that is used somewhere is defined, also through imports and in libraries.',
  command: 'vscode.executeDefinitionProvider',
  one: 'definition',
  isAlwaysLoaded: true,
});

export const implementations = locationTool({
  name: 'implementations',
  title: 'Find implementations',
  description: 'What implements an interface, an abstract class or one of their members.',
  command: 'vscode.executeImplementationProvider',
  one: 'implementation',
});
