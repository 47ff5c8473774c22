import type { ToolFamily } from '../../src/contract/tools';
import { agent } from './agent';
import { bash } from './bash';
import { edit } from './edit';
import { glob } from './glob';
import { grep } from './grep';
import { list } from './list';
import { mcp } from './mcp';
import { notebookEdit } from './notebookEdit';
import { other } from './other';
import type { ToolView } from './parts/toolView';
import { plan } from './plan';
import { question } from './question';
import { read } from './read';
import { shellOutput } from './shellOutput';
import { shellStop } from './shellStop';
import { skill } from './skill';
import { slashCommand } from './slashCommand';
import { task } from './task';
import { todoWrite } from './todoWrite';
import { webFetch } from './webFetch';
import { webSearch } from './webSearch';
import { write } from './write';

/** Views of all tool families; a missing one is a compile error. */
const views = {
  bash,
  shellOutput,
  shellStop,
  read,
  list,
  glob,
  grep,
  edit,
  write,
  notebookEdit,
  webFetch,
  webSearch,
  todoWrite,
  task,
  agent,
  skill,
  slashCommand,
  question,
  plan,
  mcp,
  other,
} satisfies { [F in ToolFamily]: ToolView<F> };

/** Returns the view for a call's family, or `other` if it is unknown. */
export function viewOf<F extends ToolFamily>(call: { readonly family: F }): ToolView<F> {
  const view = Object.hasOwn(views, call.family) ? views[call.family] : other;
  return view as unknown as ToolView<F>;
}
