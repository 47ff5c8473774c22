import * as vscode from 'vscode';
import { type Disposable, toDisposable } from '../../base/disposable';
import type { Participant } from './participant';

/** Id in the manifest, as in `responseNote`, which loads late. */
const id = 'tandem.chat';

/** Registers `@tandem` in VS Code's Chat view, if there is one. The host loads with the first request. */
export function registerParticipant(
  extension: vscode.Uri,
  load: () => Promise<Participant>,
): Disposable {
  // Builds of VS Code without chat lack the namespace.
  const { chat } = vscode as Partial<typeof vscode>;
  if (!chat?.createChatParticipant) {
    return toDisposable(() => undefined);
  }
  const participant = chat.createChatParticipant(id, async (...asked) => {
    const [{ answerChat }, answering] = await Promise.all([import('./answerChat'), load()]);
    return answerChat(answering, ...asked);
  });
  participant.iconPath = vscode.Uri.joinPath(extension, 'media', 'icon.png');
  participant.followupProvider = {
    provideFollowups: async ({ metadata }) => [...(await load()).followUps(metadata)],
  };
  return participant;
}
