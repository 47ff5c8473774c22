import { UserError } from '../../base/errors';
import type { ToolCallId } from '../../contract/ids';
import type { AgentHost, ToolUse } from '../../protocol/agentSource';
import type { AcpFiles } from '../ports';
import { RpcError, rpcCodes } from '../wire/rpcError';
import { parsed, readTextFile, writeTextFile } from './params';

interface FileRequestOptions {
  readonly files: AcpFiles;
  readonly host: Pick<AgentHost, 'beforeTool' | 'afterTool'>;
  readonly cwd: string;
  /** Whether a call that is tracked already changes the file. */
  isTracked(path: string): boolean;
  /** True for an agent that creates a file only if reading it gives an empty text. */
  readsMissingAsEmpty(): boolean;
}

/** Answers fs/read_text_file and fs/write_text_file. */
export class FileRequests {
  private writes = 0;

  constructor(private readonly options: FileRequestOptions) {}

  async read(params: unknown): Promise<{ content: string }> {
    const { path, line, limit } = parsed(readTextFile, params);
    const text = await this.asRpc(() => this.options.files.read(path));
    if (text === undefined) {
      if (this.options.readsMissingAsEmpty()) {
        return { content: '' };
      }
      throw new RpcError(rpcCodes.notFound, `There is no file ${path}`, { uri: path });
    }
    return { content: partOf(text, line ?? undefined, limit ?? undefined) };
  }

  /** Writes a file; its change is tracked, whether or not a call of the agent announced it. */
  async write(params: unknown, signal: AbortSignal): Promise<Record<string, never>> {
    const { path, content } = parsed(writeTextFile, params);
    const { host, isTracked } = this.options;
    if (isTracked(path)) {
      await this.asRpc(() => this.writeUnlessStopped(path, content, signal));
      return {};
    }
    const use = this.useOf(path, content);
    await host.beforeTool(use, signal);
    try {
      await this.asRpc(() => this.writeUnlessStopped(path, content, signal));
    } catch (error) {
      await host.afterTool(use, { kind: 'failed', error: 'The file was not written.' });
      throw error;
    }
    await host.afterTool(use, { kind: 'succeeded', response: null });
    return {};
  }

  private async writeUnlessStopped(path: string, content: string, signal: AbortSignal) {
    if (signal.aborted) {
      throw new RpcError(rpcCodes.cancelled, 'The user has stopped the turn.');
    }
    await this.options.files.write(path, content, signal);
  }

  private useOf(path: string, content: string): ToolUse {
    this.writes += 1;
    return {
      toolId: `write-${this.writes}-${Date.now()}` as ToolCallId,
      tool: 'fs/write_text_file',
      input: { path, content },
      cwd: this.options.cwd,
      edits: [path],
      reads: [path],
      isSubagent: false,
    };
  }

  /** The agent reads why: a path outside of the folders, a file that cannot be written. */
  private async asRpc<T>(task: () => Promise<T>): Promise<T> {
    try {
      return await task();
    } catch (error) {
      throw error instanceof UserError ? new RpcError(rpcCodes.internal, error.message) : error;
    }
  }
}

/** @param line first line, 1-based; @param limit number of lines */
function partOf(text: string, line = 1, limit?: number): string {
  if (line <= 1 && limit === undefined) {
    return text;
  }
  const lines = text.split('\n');
  const from = Math.max(0, line - 1);
  const to = limit === undefined ? lines.length : from + limit;
  const isWhole = to >= lines.length;
  const part = lines.slice(from, to).join('\n');
  return isWhole || part === '' ? part : `${part}\n`;
}
