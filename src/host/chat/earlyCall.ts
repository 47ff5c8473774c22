import { firstCall } from '../../contract/firstCall';

/**
 * Builds the script by which a page's document asks for the conversation, so that the answer comes
 * while the page's scripts load. It keeps what comes until `webview/store/hostConnection` takes it. It
 * belongs above the style sheets, because a script below waits for them.
 * @param nonce of the page's policy
 */
export function earlyCall(nonce: string): string {
  return `<script nonce="${nonce}">{
      const api = acquireVsCodeApi();
      const kept = [];
      const keep = ({ origin, data }) => {
        if (origin === window.origin) kept.push(data);
      };
      addEventListener('message', keep);
      api.postMessage(${JSON.stringify(firstCall)});
      window.firstCall = {
        api,
        take() {
          removeEventListener('message', keep);
          return kept.splice(0);
        },
      };
    }</script>`;
}
