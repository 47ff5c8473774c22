import { ruleFor } from '../../protocol/editorServer';

/**
 * Claude Code's tools by the names that VS Code and GitHub give them, in lower case.
 * @see https://docs.github.com/en/copilot/reference/custom-agents-configuration
 */
const aliases: Readonly<Record<string, readonly string[]>> = {
  execute: ['Bash', 'TaskOutput', 'TaskStop'],
  read: ['Read'],
  edit: ['Edit', 'Write', 'NotebookEdit'],
  search: ['Grep', 'Glob'],
  agent: ['Agent'],
  web: ['WebFetch', 'WebSearch'],
  todo: ['TodoWrite', 'TaskCreate', 'TaskGet', 'TaskList', 'TaskUpdate'],
};

/** Further names of these tools, also those of earlier versions of VS Code. */
const spellings: Readonly<Record<string, keyof typeof aliases>> = {
  shell: 'execute',
  powershell: 'execute',
  runcommands: 'execute',
  runinterminal: 'execute',
  runtasks: 'execute',
  runtests: 'execute',
  getterminaloutput: 'execute',
  terminallastcommand: 'execute',
  terminalselection: 'execute',
  notebookread: 'read',
  readfile: 'read',
  problems: 'read',
  multiedit: 'edit',
  editfiles: 'edit',
  createfile: 'edit',
  createdirectory: 'edit',
  new: 'edit',
  editnotebook: 'edit',
  insertedit: 'edit',
  applypatch: 'edit',
  codebase: 'search',
  textsearch: 'search',
  filesearch: 'search',
  listdirectory: 'search',
  usages: 'search',
  changes: 'search',
  searchresults: 'search',
  'custom-agent': 'agent',
  runsubagent: 'agent',
  task: 'agent',
  fetch: 'web',
  githubrepo: 'web',
  opensimplebrowser: 'web',
  todos: 'todo',
};

/** Tools of VS Code's that only the editor has here. */
const editorTools: Readonly<Record<string, readonly string[]>> = {
  testfailure: [ruleFor('test_failure')],
  memory: [ruleFor('memory_note')],
};

/** Tools that a file may name, without those of MCP servers. */
export const claudeTools: readonly string[] = [
  ...['Read', 'Edit', 'Write', 'NotebookEdit', 'Grep', 'Glob', 'Bash', 'BashOutput', 'KillShell'],
  ...['WebFetch', 'WebSearch', 'Agent', 'Task', 'TaskOutput', 'TaskStop', 'TodoWrite', 'Skill'],
  ...['TaskCreate', 'TaskGet', 'TaskList', 'TaskUpdate', 'AskUserQuestion', 'EnterPlanMode'],
  ...['ExitPlanMode', 'EnterWorktree', 'ExitWorktree', 'LSP', 'Monitor', 'MultiEdit', 'LS'],
  ...['NotebookRead', 'SendMessage', 'SlashCommand', 'ToolSearch', 'PowerShell', 'Workflow'],
  ...['CronCreate', 'CronDelete', 'CronList', 'ScheduleWakeup', 'ListMcpResourcesTool'],
  ...['ReadMcpResourceTool', 'ListAgents', 'ReportFindings', 'StructuredOutput'],
];

/** Short names that VS Code, GitHub and Tandem understand. */
export const toolAliases: readonly string[] = Object.keys(aliases);

const byLowerCase = new Map(claudeTools.map(name => [name.toLowerCase(), name]));

/**
 * Returns Claude Code's names for a tool of a file; undefined if it has none.
 * `server/*` and `server/tool` name tools of MCP servers.
 */
export function claudeNames(name: string): readonly string[] | undefined {
  const [, plain = name, rule] = /^([^()]+)(\(.*\))$/.exec(name) ?? [];
  if (/^mcp__\S+$/.test(plain) || rule !== undefined) {
    return rule === undefined || byLowerCase.has(plain.toLowerCase()) ? [name] : undefined;
  }
  const lower = plain.toLowerCase();
  const own = byLowerCase.get(lower);
  // `Task` is an older name of the same tool, which all versions take.
  const known = ownValue(aliases, lower) ?? (own ? [own] : undefined) ?? spelled(lower);
  const ofEditor = ownValue(editorTools, lower);
  return known ?? ofEditor ?? ofServer(plain);
}

/** A file may name `constructor`, which every object has. */
function ownValue<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function spelled(lower: string): readonly string[] | undefined {
  const alias = ownValue(spellings, lower);
  return alias === undefined ? undefined : aliases[alias];
}

/** `search/codebase` is a tool of a set of VS Code's own, `github/list_issues` of a server. */
function ofServer(name: string): readonly string[] | undefined {
  const [, server, tool] = /^(.+)\/([^/]+)$/.exec(name) ?? [];
  if (server === undefined || tool === undefined) {
    return undefined;
  }
  const set = ownValue(aliases, server.toLowerCase());
  if (set) {
    return tool === '*' ? set : (spelled(tool.toLowerCase()) ?? set);
  }
  const wire = (part: string) => part.replaceAll(/[^\w-]/g, '_');
  return server.toLowerCase() === 'vscode'
    ? undefined
    : [`mcp__${wire(server)}__${tool === '*' ? '*' : wire(tool)}`];
}
