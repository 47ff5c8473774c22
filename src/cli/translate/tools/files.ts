import { isObject, type JsonObject } from '../../../base/json';
import { omitUndefined } from '../../../base/omitUndefined';
import type { Location } from '../../../contract/content';
import type { ToolContent } from '../../../contract/tools';
import { fullPath, shownPath } from '../../../protocol/shownPaths';
import { readToolResult } from '../../../protocol/toolResults';
import { toImage } from '../../../protocol/wireImage';
import { diffContent, wholeHunk } from './lineDiff';
import { imagesOf } from './resultBlocks';
import { type ToolResult, textAt, toolSpec } from './toolSpec';

function pathAt(key: string) {
  return {
    target: (input: JsonObject, cwd: string) => {
      const path = textAt(input, key);
      return path === undefined ? undefined : shownPath(path, cwd);
    },
    locations: (input: JsonObject, cwd: string): Location[] => {
      const path = textAt(input, key);
      return path ? [omitUndefined({ path: fullPath(path, cwd), line: lineOf(input) })] : [];
    },
  };
}

function lineOf(input: JsonObject): number | undefined {
  const { offset } = input;
  return typeof offset === 'number' && Number.isInteger(offset) && offset > 0 ? offset : undefined;
}

export const read = toolSpec(
  'read',
  'read',
  wire =>
    omitUndefined({
      path: wire.file_path,
      offset: wire.offset,
      limit: wire.limit,
      pages: wire.pages,
    }),
  { ...pathAt('file_path'), content: readContent },
);

/** Found in old transcripts only. */
export const list = toolSpec('list', 'list', wire => ({ path: wire.path }), pathAt('path'));

export const edit = toolSpec(
  'edit',
  'edit',
  wire => ({
    path: wire.file_path,
    edits: [
      omitUndefined({
        oldText: wire.old_string,
        newText: wire.new_string,
        replaceAll: wire.replace_all,
      }),
    ],
  }),
  { ...pathAt('file_path'), drafts: { new_string: 'newText' }, content: editContent },
);

/** Found in old transcripts only. */
export const multiEdit = toolSpec(
  'edit',
  'multiEdit',
  wire => ({
    path: wire.file_path,
    edits: wire.edits.map(one =>
      omitUndefined({
        oldText: one.old_string,
        newText: one.new_string,
        replaceAll: one.replace_all,
      }),
    ),
  }),
  { ...pathAt('file_path'), content: editContent },
);

export const write = toolSpec(
  'write',
  'write',
  wire => ({ path: wire.file_path, content: wire.content }),
  { ...pathAt('file_path'), drafts: { content: 'content' }, content: writeContent },
);

export const notebookEdit = toolSpec(
  'notebookEdit',
  'notebookEdit',
  wire =>
    omitUndefined({
      path: wire.notebook_path,
      source: wire.new_source,
      cellId: wire.cell_id,
      cellType: wire.cell_type,
      editMode: wire.edit_mode ?? 'replace',
    }),
  { ...pathAt('notebook_path'), drafts: { new_source: 'source' }, content: notebookContent },
);

function readContent(result: ToolResult): ToolContent[] | undefined {
  const { structured, input, cwd } = result;
  const parts = readToolResult('readText', structured)?.file;
  if (parts) {
    const { filePath, content, startLine = 1, totalLines } = parts;
    const path = fullPath(filePath, cwd);
    return [omitUndefined({ type: 'file', path, text: content, startLine, totalLines } as const)];
  }
  const picture = readToolResult('readImage', structured)?.file;
  const image = toImage(picture?.type, picture?.base64);
  if (image) {
    return [{ type: 'image', image }];
  }
  const images = imagesOf(result.content);
  return images.length > 0 ? images : numberedLines(result.text, textAt(input, 'file_path') ?? '');
}

/** Undoes `cat -n`: a right-aligned number, then an arrow (up to 2.1.50) or a tab. */
function numberedLines(text: string, path: string): ToolContent[] | undefined {
  // A reminder to the model that 2.0.36 appends to each file.
  const plain = text.replace(/\n\n<system-reminder>\n[^<]*<\/system-reminder>\n?$/, '');
  const lines = plain.split('\n').map(line => /^ *(\d+)[\t→](.*)$/.exec(line));
  const [first] = lines;
  if (!first || lines.some(line => line === null)) {
    return undefined;
  }
  return [
    {
      type: 'file',
      path,
      text: lines.map(line => line?.[2] ?? '').join('\n'),
      startLine: Number(first[1]),
    },
  ];
}

function editContent({ structured, cwd }: ToolResult): ToolContent[] | undefined {
  const parts = readToolResult('edit', structured);
  if (!parts) {
    return undefined;
  }
  const change = parts.originalFile === null || parts.originalFile === '' ? 'create' : 'update';
  return [diffContent(fullPath(parts.filePath, cwd), change, parts.structuredPatch)];
}

function writeContent({ structured, input, text, cwd }: ToolResult): ToolContent[] | undefined {
  const parts = readToolResult('write', structured);
  if (parts) {
    const isNew = parts.type === 'create' || parts.originalFile === null;
    const hunks =
      isNew && parts.structuredPatch.length === 0
        ? wholeHunk('', parts.content)
        : parts.structuredPatch;
    return [diffContent(fullPath(parts.filePath, cwd), isNew ? 'create' : 'update', hunks)];
  }
  const path = textAt(input, 'file_path');
  const content = textAt(input, 'content');
  // Without parts (2.0.36, subagents) only a new file's diff is known.
  return path !== undefined && content !== undefined && text.startsWith('File created successfully')
    ? [diffContent(fullPath(path, cwd), 'create', wholeHunk('', content))]
    : undefined;
}

function notebookContent({ structured, input, cwd }: ToolResult): ToolContent[] | undefined {
  const parts = readToolResult('notebookEdit', structured);
  const path = parts?.notebook_path ?? textAt(input, 'notebook_path');
  if (!parts || path === undefined) {
    return undefined;
  }
  if (parts.error) {
    return [{ type: 'error', text: parts.error }];
  }
  const file = fullPath(path, cwd);
  switch (parts.edit_mode) {
    case 'insert':
      return [diffContent(file, 'update', wholeHunk('', parts.new_source))];
    case 'delete': {
      const old = parts.old_source ?? cellSource(parts.original_file, parts.cell_id);
      return old === undefined ? undefined : [diffContent(file, 'update', wholeHunk(old, ''))];
    }
    default: {
      const old = parts.old_source ?? cellSource(parts.original_file, parts.cell_id);
      return old === undefined
        ? undefined
        : [diffContent(file, 'update', wholeHunk(old, parts.new_source))];
    }
  }
}

/** Reads a cell's old source from the notebook's old text, its only source before 2.1.329. */
function cellSource(notebook: string | undefined, id: string | undefined): string | undefined {
  if (notebook === undefined || id === undefined) {
    return undefined;
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(notebook);
  } catch {
    return undefined;
  }
  const cells: unknown[] = isObject(parsed) && Array.isArray(parsed.cells) ? parsed.cells : [];
  const cell = cells.find((one): one is JsonObject => isObject(one) && one.id === id);
  const source = cell?.source;
  if (typeof source === 'string') {
    return source;
  }
  return Array.isArray(source) ? source.map(String).join('') : undefined;
}
