import { randomBytes } from 'node:crypto';
import { createWriteStream, readFileSync } from 'node:fs';
import type { JsonObject } from '../../../../../src/base/json';
import type { ToolUse } from '../answer';
import type { Session } from '../session';
import { outputFile } from './outputFile';
import { endShell, spawnShell } from './shell';
import type { ToolOutcome } from './tool';

interface Task {
  readonly id: string;
  readonly toolId: string;
  readonly description: string;
  readonly file: string;
  /** Stops the task, which reports its end. */
  readonly stop: () => void;
}

const running = new Map<string, Task>();
const files = new Map<string, string>();

/** Starts a command that outlives its tool call and prints into a file. */
export async function startTask(call: ToolUse, session: Session): Promise<ToolOutcome> {
  const id = `b${randomBytes(4).toString('hex')}`;
  const command = String(call.input.command);
  const file = outputFile(session, id);
  files.set(id, file);
  const child = spawnShell(command, session.cwd);
  const output = createWriteStream(file);
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    endShell(child);
  };
  const description = String(call.input.description ?? command);
  const task = { id, toolId: call.id, description, file, stop };
  running.set(id, task);
  child.once('close', code => {
    running.delete(id);
    tellEnd(session, task, isStopped ? 'stopped' : code === 0 ? 'completed' : 'failed');
  });
  tellRunning(session);
  session.wire.send({
    type: 'system',
    subtype: 'task_started',
    task_id: id,
    tool_use_id: call.id,
    description,
    is_backgrounded: true,
    task_type: 'local_bash',
  });
  const content = `Command running in background with ID: ${id}. Output is being written to: ${file}. You will be notified when it completes. To check interim output, use Read on that file path.`;
  const result = { stdout: '', stderr: '', interrupted: false, isImage: false };
  return {
    content,
    isError: false,
    result: { ...result, noOutputExpected: false, backgroundTaskId: id },
  };
}

export function stopTask(id: unknown): void {
  running.get(String(id))?.stop();
}

export function stopAllTasks(): void {
  for (const task of running.values()) {
    task.stop();
  }
}

/** @returns the output so far, undefined for an unknown task */
export function taskOutput(id: unknown): JsonObject | undefined {
  const file = files.get(String(id));
  if (file === undefined) {
    return undefined;
  }
  const output = readFileSync(file, 'utf8');
  return { output, total_bytes: Buffer.byteLength(output), truncated: false };
}

function tellRunning(session: Session): void {
  const tasks = [...running.values()].map(({ id, description }) => ({
    task_id: id,
    task_type: 'local_bash',
    description,
  }));
  session.wire.send({ type: 'system', subtype: 'background_tasks_changed', tasks });
}

function tellEnd(session: Session, task: Task, status: 'completed' | 'failed' | 'stopped'): void {
  const about = { type: 'system', task_id: task.id };
  const patch = { status: status === 'stopped' ? 'killed' : status, end_time: Date.now() };
  session.wire.send({ ...about, subtype: 'task_updated', patch });
  session.wire.send({
    ...about,
    subtype: 'task_notification',
    tool_use_id: task.toolId,
    status,
    output_file: task.file,
    summary: task.description,
  });
  tellRunning(session);
}
