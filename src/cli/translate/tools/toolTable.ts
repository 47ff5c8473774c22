import { agent, skill, slashCommand } from './agents';
import { edit, list, multiEdit, notebookEdit, read, write } from './files';
import { enterPlanMode, mcpTool, otherTool } from './otherTools';
import { plan, question } from './questions';
import { glob, grep } from './searchTools';
import { bash, shellOutput, shellStop } from './shell';
import { taskCreate, taskGet, taskList, taskUpdate, todoWrite } from './todoTools';
import type { ToolSpec } from './toolSpec';
import { webFetch, webSearch } from './web';

/** The CLI's tools in all versions, by their names on the wire. A new tool is one line here. */
const toolTable: Readonly<Record<string, ToolSpec>> = {
  Agent: agent,
  AskUserQuestion: question,
  Bash: bash,
  BashOutput: shellOutput,
  Edit: edit,
  EnterPlanMode: enterPlanMode,
  ExitPlanMode: plan,
  Glob: glob,
  Grep: grep,
  KillBash: shellStop,
  KillShell: shellStop,
  LS: list,
  MultiEdit: multiEdit,
  NotebookEdit: notebookEdit,
  Read: read,
  Skill: skill,
  SlashCommand: slashCommand,
  Task: agent,
  TaskCreate: taskCreate,
  TaskGet: taskGet,
  TaskList: taskList,
  TaskOutput: shellOutput,
  TaskStop: shellStop,
  TaskUpdate: taskUpdate,
  TodoWrite: todoWrite,
  WebFetch: webFetch,
  WebSearch: webSearch,
  Write: write,
};

export function specOf(name: string): ToolSpec {
  return (Object.hasOwn(toolTable, name) ? toolTable[name] : mcpTool(name)) ?? otherTool;
}
