import { randomUUID } from 'node:crypto';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sessionSlug } from '../../src/cli/sessions/sessionFolder';

export interface MadeSession {
  /** Working directory, absolute and without symbolic links. */
  readonly cwd: string;
  readonly prompt: string;
  readonly answer?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly title?: string;
  readonly branch?: string;
  readonly id?: string;
}

/** Stores a conversation of one turn in the CLI's format, line by line. */
export async function storeSession(
  configDir: string,
  { cwd, prompt, answer = 'Done.', at, title, branch = 'main', id = randomUUID() }: MadeSession,
): Promise<{ id: string; path: string }> {
  const folder = join(configDir, 'projects', sessionSlug(cwd));
  const path = join(folder, `${id}.jsonl`);
  const [question, reply] = [randomUUID(), randomUUID()];
  const line = (uuid: string, parentUuid: string | null, rest: object) => ({
    parentUuid,
    isSidechain: false,
    userType: 'external',
    cwd,
    sessionId: id,
    version: '2.1.120',
    gitBranch: branch,
    ...rest,
    uuid,
    timestamp: new Date(at).toISOString(),
  });
  const lines: object[] = [
    line(question, null, { type: 'user', message: { role: 'user', content: prompt } }),
    line(reply, question, {
      type: 'assistant',
      message: {
        id: `msg_${reply}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content: [{ type: 'text', text: answer }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 10, output_tokens: 10 },
      },
    }),
    ...(title === undefined ? [] : [{ type: 'ai-title', aiTitle: title, sessionId: id }]),
    { type: 'last-prompt', lastPrompt: prompt, leafUuid: reply, sessionId: id },
  ];
  await mkdir(folder, { recursive: true });
  await writeFile(path, lines.map(one => `${JSON.stringify(one)}\n`).join(''));
  await utimes(path, new Date(at), new Date(at));
  return { id, path };
}
