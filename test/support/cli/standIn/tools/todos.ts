import type { Tool } from './tool';

interface Todo {
  readonly id: string;
  readonly subject: string;
  status: string;
}

const list = new Map<string, Todo>();

export const taskCreate: Tool = {
  run: async ({ input }) => {
    const id = String(list.size + 1);
    const subject = String(input.subject);
    list.set(id, { id, subject, status: 'pending' });
    return {
      content: `Task #${id} created successfully: ${subject}`,
      result: { task: { id, subject, description: input.description } },
    };
  },
};

export const taskUpdate: Tool = {
  run: async ({ input }) => {
    const taskId = String(input.taskId);
    const todo = list.get(taskId);
    if (!todo) {
      const error = 'Task not found';
      return { content: error, result: { success: false, taskId, updatedFields: [], error } };
    }
    const statusChange = { from: todo.status, to: String(input.status) };
    todo.status = statusChange.to;
    return {
      content: `Updated task #${taskId} status`,
      result: { success: true, taskId, updatedFields: ['status'], statusChange },
    };
  },
};
