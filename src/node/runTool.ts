import { execFile } from 'node:child_process';

export interface ToolResult {
  /** `undefined` if the tool could not be started or was ended at the time limit. */
  code: number | undefined;
  stdout: string;
}

/** Runs a small system program (ps, taskkill) to its end. Never rejects. */
export type RunTool = (file: string, args: readonly string[]) => Promise<ToolResult>;

const timeLimit = 5_000;

/** Forces dates and words to English, whatever the user's language: they are parsed. */
export function toolEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, LC_ALL: 'C' };
}

export const runTool: RunTool = (file, args) =>
  new Promise(resolve => {
    const options = {
      windowsHide: true,
      timeout: timeLimit,
      maxBuffer: 64 * 1024 * 1024,
      env: toolEnvironment(),
    };
    execFile(file, args, options, (error, stdout) => {
      const code = error ? error.code : 0;
      resolve({ code: typeof code === 'number' ? code : undefined, stdout });
    });
  });

/** Returns the full path: Windows searches the current folder first, which may be untrusted. */
export function windowsTool(relativePath: string, env: NodeJS.ProcessEnv = process.env): string {
  return `${env.SystemRoot ?? env.SYSTEMROOT ?? 'C:\\Windows'}\\System32\\${relativePath}`;
}
