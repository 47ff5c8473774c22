import type { JsonObject } from '../../../base/json';
import type { ToolFamily } from '../../../contract/tools';
import { splitToolName } from '../../../protocol/editorServer';
import type { AcpKind } from '../wire/toolCall';

/** Families by the names that agents give their tools, in lower case, letters only. */
const byName: Readonly<Record<string, ToolFamily>> = {
  agent: 'agent',
  applypatch: 'edit',
  askuserquestion: 'question',
  bash: 'bash',
  edit: 'edit',
  editfile: 'edit',
  exec: 'bash',
  execcommand: 'bash',
  exitplanmode: 'plan',
  fetch: 'webFetch',
  findfiles: 'glob',
  glob: 'glob',
  googlewebsearch: 'webSearch',
  grep: 'grep',
  grepsearch: 'grep',
  list: 'list',
  listdirectory: 'list',
  localshell: 'bash',
  ls: 'list',
  multiedit: 'edit',
  notebookedit: 'notebookEdit',
  patch: 'edit',
  powershell: 'bash',
  read: 'read',
  readfile: 'read',
  replace: 'edit',
  ripgrep: 'grep',
  runshellcommand: 'bash',
  searchfilecontent: 'grep',
  shell: 'bash',
  skill: 'skill',
  strreplace: 'edit',
  task: 'agent',
  todowrite: 'todoWrite',
  webfetch: 'webFetch',
  websearch: 'webSearch',
  write: 'write',
  writefile: 'write',
  writetodos: 'todoWrite',
};

/** Facts about a call by which its family is chosen. */
interface KnownCall {
  /** Agent's names of the tool, the most telling first. */
  readonly names: readonly string[];
  readonly kind: AcpKind;
  readonly input: JsonObject;
  readonly isNewFile: boolean;
  readonly hasDiff: boolean;
}

/** Chooses how a call is shown: by the tool's name, else by the kind and what its input has. */
export function familyOf({ names, kind, input, isNewFile, hasDiff }: KnownCall): ToolFamily {
  if (names.some(name => splitToolName(name) !== undefined)) {
    return 'mcp';
  }
  for (const name of names) {
    const word = name.toLowerCase().replaceAll(/[^a-z]/g, '');
    const family = Object.hasOwn(byName, word) ? byName[word] : undefined;
    if (family) {
      return family;
    }
  }
  const has = (...members: readonly string[]) =>
    members.some(one => typeof input[one] === 'string');
  switch (kind) {
    case 'read':
      return 'read';
    case 'edit':
      return isNewFile || (!hasDiff && has('content')) ? 'write' : 'edit';
    case 'execute':
      return 'bash';
    case 'search':
      return has('query') && !has('path', 'pattern')
        ? 'webSearch'
        : has('include', 'glob', 'regex', 'pattern') || !has('path')
          ? 'grep'
          : 'list';
    case 'fetch':
      return has('query') && !has('url') ? 'webSearch' : 'webFetch';
    case 'think':
      return has('prompt') ? 'agent' : 'other';
    case 'switch_mode':
      return has('plan') ? 'plan' : 'other';
    default:
      return hasDiff ? 'edit' : 'other';
  }
}
