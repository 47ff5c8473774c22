import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonObject } from '../../../../src/base/json';
import { sessionSlug } from '../../../../src/cli/sessions/sessionFolder';
import { type ApiMessage, apiMessages } from './apiMessages';

/** A user or assistant line of the session. */
export interface SaidLine extends JsonObject {
  readonly type: 'user' | 'assistant';
  readonly uuid: string;
  readonly parentUuid: string | null;
  readonly message: { readonly id?: string; readonly role: string; readonly content: unknown };
}

interface Place {
  readonly id: string;
  readonly cwd: string;
  readonly configDir: string;
  readonly version: string;
  /** False if nothing is written to disk. */
  readonly isStored: boolean;
}

/** The history, in memory for the model and in the session's file. */
export class Transcript {
  /** Lines of the current branch. */
  private said: SaidLine[] = [];
  /** Last custom title of a resumed session. */
  title: string | undefined;
  readonly file: string;

  constructor(private readonly place: Place) {
    this.file = join(projectFolder(place.configDir, place.cwd), `${place.id}.jsonl`);
  }

  get messages(): ApiMessage[] {
    return apiMessages(this.said);
  }

  /** @returns the id of the line */
  add(
    type: SaidLine['type'],
    message: SaidLine['message'],
    more: JsonObject & { uuid?: string; parentUuid?: string } = {},
  ): string {
    const parentUuid = more.parentUuid ?? this.said.at(-1)?.uuid ?? null;
    const line = {
      isSidechain: false,
      type,
      message,
      timestamp: new Date().toISOString(),
      userType: 'external',
      entrypoint: 'sdk-ts',
      gitBranch: 'HEAD',
      ...more,
      uuid: more.uuid ?? randomUUID(),
      parentUuid,
    } as unknown as SaidLine;
    this.said.push(line);
    this.write({ ...line, cwd: this.place.cwd, version: this.place.version });
    return line.uuid;
  }

  /** Adds a reminder that only the model receives, with the results of its calls. */
  remind(words: string): void {
    const text = `<system-reminder>\n${words}\n</system-reminder>`;
    const message = { role: 'user', content: [{ type: 'text', text }] };
    this.said.push({ type: 'user', uuid: this.said.at(-1)?.uuid ?? '', parentUuid: null, message });
  }

  /** Records a command that the host ran; before the first message it leaves no trace. */
  addCommand(name: string, args: string, output: string): void {
    if (this.said.length === 0) {
      return;
    }
    const caveat =
      "The command below was run directly in Claude Code, not sent to you as a request, and its output goes straight to the user. It's recorded here as context for later messages.";
    const tags = [
      `<command-name>/${name}</command-name>`,
      `<command-message>${name}</command-message>`,
      `<command-args>${args}</command-args>`,
    ];
    const add = (content: string, more = {}) => this.add('user', { role: 'user', content }, more);
    add(`<local-command-caveat>${caveat}</local-command-caveat>`, { isMeta: true });
    add(tags.join('\n            '));
    add(output);
  }

  rename(customTitle: string): void {
    this.write({ type: 'custom-title', customTitle });
    const folder = this.file.replace(/\.jsonl$/, '');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'custom-title.json'), JSON.stringify({ customTitle }));
  }

  /** Writes a line that is not part of the history, for example a title. */
  private write(line: JsonObject): void {
    if (this.place.isStored) {
      mkdirSync(dirname(this.file), { recursive: true });
      appendFileSync(this.file, `${JSON.stringify({ ...line, sessionId: this.place.id })}\n`);
    }
  }

  /**
   * Resumes a stored session up to the line `at`. A fork copies it into a new file.
   * @param from session id or file
   * @throws Error if the session or the line does not exist
   */
  resume(from: string, at: string | undefined, isFork: boolean): void {
    const lines = this.read(from);
    const all = lines.filter(isSaid);
    this.title = lines.findLast(({ type }) => type === 'custom-title')?.customTitle as string;
    const end = at === undefined ? all.at(-1)?.uuid : at;
    if (at !== undefined && !all.some(({ uuid }) => uuid === at)) {
      throw new Error(`No message found with message.uuid of: ${at}`);
    }
    this.said = branch(lines, end);
    if (isFork) {
      const copies = this.said.map(line => ({ ...line, sessionId: this.place.id }));
      mkdirSync(dirname(this.file), { recursive: true });
      writeFileSync(this.file, copies.map(line => `${JSON.stringify(line)}\n`).join(''));
    }
  }

  private read(from: string): JsonObject[] {
    const file = from.endsWith('.jsonl') ? from : this.fileOf(from);
    if (!existsSync(file)) {
      throw new Error(`No conversation found with session ID: ${from}`);
    }
    const texts = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    return texts.map(text => JSON.parse(text) as JsonObject);
  }

  /** Looks in this folder, then in all others. */
  private fileOf(id: string): string {
    const projects = join(this.place.configDir, 'projects');
    const own = join(dirname(this.file), `${id}.jsonl`);
    const names = existsSync(own) || !existsSync(projects) ? [] : readdirSync(projects);
    const other = names.map(name => join(projects, name, `${id}.jsonl`)).find(existsSync);
    return other ?? own;
  }
}

function projectFolder(configDir: string, cwd: string): string {
  return join(configDir, 'projects', sessionSlug(cwd));
}

function isSaid(line: JsonObject): line is SaidLine {
  return (line.type === 'user' || line.type === 'assistant') && line.isSidechain !== true;
}

/** Returns all lines up to this one, with all blocks of its answers and their results. */
function branch(lines: readonly JsonObject[], end: string | undefined): SaidLine[] {
  const byId = new Map(lines.map(line => [line.uuid, line]));
  const wanted = new Set<unknown>();
  for (let line = byId.get(end); line && !wanted.has(line.uuid); line = byId.get(line.parentUuid)) {
    wanted.add(line.uuid);
  }
  const said = lines.filter(isSaid);
  const answers = new Set(
    said.flatMap(one => (wanted.has(one.uuid) ? (one.message.id ?? []) : [])),
  );
  const last = said.findIndex(one => one.uuid === end);
  return said.filter(
    (one, index) =>
      wanted.has(one.uuid) ||
      (index < last &&
        (answers.has(one.message.id ?? '') || isResultOf(one, wanted, said, answers))),
  );
}

function isResultOf(
  line: SaidLine,
  wanted: ReadonlySet<unknown>,
  said: readonly SaidLine[],
  answers: ReadonlySet<string>,
): boolean {
  const parent = said.find(one => one.uuid === line.parentUuid);
  const isOfBranch =
    parent?.type === 'assistant' &&
    (wanted.has(parent.uuid) || answers.has(parent.message.id ?? ''));
  const content = Array.isArray(line.message.content) ? line.message.content : [];
  return line.type === 'user' && isOfBranch && content.some(block => block.type === 'tool_result');
}
