import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { structuredPatch } from 'diff';
import type { JsonObject } from '../../../../../src/base/json';
import { isWithin, type Wish } from '../permissions';
import type { Session } from '../session';
import { type Tool, ToolFailure } from './tool';

const current = '(file state is current in your context — no need to Read it back)';

export const read: Tool = {
  wish: (input, session) => ({
    ...wishOf(input, session),
    isHarmless: isWithin(session, String(input.file_path)),
    isEdit: false,
  }),
  run: async ({ input }, { cwd, seen }) => {
    const filePath = String(input.file_path);
    if (!existsSync(filePath)) {
      const note = `Note: your current working directory is ${cwd}.`;
      throw new ToolFailure(`File does not exist. ${note}`);
    }
    seen.add(filePath);
    const text = readFileSync(filePath, 'utf8');
    const lines = text.split('\n');
    const content = lines.map((line, index) => `${index + 1}\t${line}`).join('\n');
    const totalLines = lines.length;
    const file = { filePath, content: text, numLines: totalLines, startLine: 1, totalLines };
    return { content, result: { type: 'text', file } };
  },
};

export const write: Tool = {
  wish: wishOf,
  run: async ({ input }, { seen }) => {
    const filePath = String(input.file_path);
    seen.add(filePath);
    const content = String(input.content);
    const originalFile = existsSync(filePath) ? readFileSync(filePath, 'utf8') : null;
    mkdirSync(dirname(filePath), { recursive: true });
    writeFileSync(filePath, content);
    const type = originalFile === null ? 'create' : 'update';
    const said =
      originalFile === null
        ? `File created successfully at: ${filePath}`
        : `The file ${filePath} has been updated successfully.`;
    const patch = originalFile === null ? [] : patchOf(originalFile, content);
    return {
      content: `${said} ${current}`,
      result: {
        type,
        filePath,
        content,
        structuredPatch: patch,
        originalFile,
        userModified: false,
      },
    };
  },
};

export const edit: Tool = {
  check: ({ file_path, old_string }) => {
    const path = String(file_path);
    if (!existsSync(path)) {
      return 'File does not exist.';
    }
    return readFileSync(path, 'utf8').includes(String(old_string))
      ? undefined
      : `String to replace not found in file.\nString: ${old_string}`;
  },
  wish: wishOf,
  run: async ({ input }, { seen }) => {
    const filePath = String(input.file_path);
    const wasSeen = seen.has(filePath);
    seen.add(filePath);
    const oldString = String(input.old_string);
    const newString = String(input.new_string);
    const replaceAll = input.replace_all === true;
    const originalFile = readFileSync(filePath, 'utf8');
    const changed = replaceAll
      ? originalFile.replaceAll(oldString, () => newString)
      : originalFile.replace(oldString, () => newString);
    writeFileSync(filePath, changed);
    const said = replaceAll
      ? 'has been updated. All occurrences were successfully replaced.'
      : 'has been updated successfully.';
    return {
      content: `The file ${filePath} ${said}${wasSeen ? ` ${current}` : ''}`,
      result: {
        filePath,
        oldString,
        newString,
        originalFile,
        structuredPatch: patchOf(originalFile, changed),
        userModified: false,
        replaceAll,
        ...(wasSeen ? {} : { contentNotInModelContext: true }),
      },
    };
  },
};

function wishOf(input: JsonObject, session: Session): Wish {
  const path = String(input.file_path);
  const isInside = isWithin(session, path);
  const mode = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };
  return {
    isHarmless: false,
    isEdit: isInside,
    subject: path,
    description: isInside ? relative(session.cwd, path) : path,
    more: { permission_suggestions: [mode] },
  };
}

function patchOf(before: string, after: string): unknown[] {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: 3 });
  return hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    oldStart,
    oldLines,
    newStart,
    newLines,
    lines: lines.filter(line => !line.startsWith('\\')),
  }));
}
