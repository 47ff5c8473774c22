import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { JsonObject } from '../../../../src/base/json';
import { answerControl } from './controls';
import { McpServers } from './mcp';
import { type Options, readOptions } from './options';
import { readRecorded } from './recorded';
import { Session } from './session';
import { stopAllTasks } from './tools/backgroundTasks';
import { Transcript } from './transcript';
import { Turns, type UserMessage } from './turns';
import { Wire } from './wire';

main();

function main(): void {
  const recorded = readRecorded();
  const options = optionsOrExit();
  if (options.isVersionQuery) {
    process.stdout.write(`${recorded.version} (Claude Code)\n`);
    return;
  }
  if (!options.isPiped) {
    // In a terminal the stand-in prints nothing and keeps running.
    process.stdin.resume();
    return;
  }
  const cwd = process.cwd();
  const id = options.sessionId ?? (options.isFork ? undefined : options.resume) ?? randomUUID();
  const wire = new Wire();
  wire.sessionId = id;
  const configDir = process.env.CLAUDE_CONFIG_DIR ?? join(homedir(), '.claude');
  const { version } = recorded;
  const transcript = new Transcript({ id, cwd, configDir, version, isStored: options.isStored });
  takeUp(transcript, options, wire);
  serve(new Session(id, cwd, options, recorded, wire, transcript));
}

function optionsOrExit(): Options {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${String((error as Error).message)}\n`);
    process.exit(1);
  }
}

/** Resumes the session; exits if there is none. */
function takeUp(transcript: Transcript, options: Options, wire: Wire): void {
  if (options.resume === undefined) {
    return;
  }
  try {
    transcript.resume(options.resume, options.resumeAt, options.isFork);
  } catch (error) {
    const { message } = error as Error;
    const result = { type: 'result', subtype: 'error_during_execution', is_error: true };
    wire.send({ ...result, errors: [message] });
    process.stderr.write(`${message}\n`);
    process.exit(1);
  }
  if (transcript.title !== undefined) {
    const { title } = transcript;
    wire.send({ type: 'system', subtype: 'session_title_changed', title });
  }
}

function serve(session: Session): void {
  const servers = new McpServers();
  let connected: Promise<unknown> = Promise.resolve();
  const turns = new Turns(session, () => connected);
  const connect = (names: readonly string[]) => {
    connected = servers.connect(session, names);
  };
  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGINT', 0],
  ] as const) {
    process.on(signal, () => {
      stopAllTasks();
      process.exit(code);
    });
  }
  const input = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  input.on('line', line => {
    const frame: JsonObject = line.trim() === '' ? {} : JSON.parse(line);
    switch (frame.type) {
      case 'control_request':
        answerControl(frame, { session, turns, servers, connect });
        break;
      case 'control_response':
        session.wire.answered(frame.response as JsonObject);
        break;
      case 'user':
        turns.add({ ...frame, uuid: frame.uuid ?? randomUUID() } as UserMessage);
        break;
    }
  });
  input.once('close', async () => {
    if (session.wire.isWaiting) {
      // The host can no longer answer.
      turns.interrupt();
    }
    await turns.idle();
    stopAllTasks();
    process.exit(turns.lastWasError ? 1 : 0);
  });
}
