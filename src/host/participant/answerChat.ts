import type * as vscode from 'vscode';
import { chatReply } from '../nativeText/chatReply';
import type { Participant } from './participant';

/** Answers a request of VS Code's Chat view. Never rejects. */
export async function answerChat(
  participant: Participant,
  { prompt, command, references }: vscode.ChatRequest,
  { history }: vscode.ChatContext,
  stream: vscode.ChatResponseStream,
  token: vscode.CancellationToken,
): Promise<vscode.ChatResult> {
  const abort = new AbortController();
  const cancelling = token.onCancellationRequested(() => abort.abort());
  if (token.isCancellationRequested) {
    abort.abort();
  }
  try {
    const request = { prompt, command, references, history };
    const { note, problem } = await participant.answer(
      request,
      cwd => chatReply(stream, cwd),
      abort.signal,
    );
    return {
      // An empty note says that the request has ended, and has no conversation.
      metadata: note ?? {},
      ...(problem === undefined ? {} : { errorDetails: { message: problem } }),
    };
  } finally {
    cancelling.dispose();
  }
}
