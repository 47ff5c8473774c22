import { agent } from './agent';
import { bash } from './bash';
import { edit, read, write } from './files';
import { taskCreate, taskUpdate } from './todos';
import type { Tool } from './tool';

export const tools: Readonly<Record<string, Tool>> = {
  Agent: agent,
  Bash: bash,
  Edit: edit,
  Read: read,
  TaskCreate: taskCreate,
  TaskUpdate: taskUpdate,
  Write: write,
};
