/** Texts of the first picture, in the display language. */
interface FirstTexts {
  /** Name of the page, for screen readers. */
  readonly title: string;
  /** Name of the message box, for screen readers. */
  readonly message: string;
  /** Hint in the empty message box. */
  readonly hint: string;
  readonly loading: string;
}

/**
 * Builds what the page's document shows until our scripts have run and the host has answered: a
 * message box that already takes text, which the page then takes over, see `webview/app/firstBox`,
 * and words for a page that takes long (ADR 22).
 * @param nonce of the page's policy
 */
export function firstPicture(nonce: string, { title, message, hint, loading }: FirstTexts): string {
  return `<main class="app" aria-busy="true">
      <h1 class="sr-only">${escaped(title)}</h1>
      <div class="transcript">${skeleton(loading)}</div>
      <div class="dock"><div class="composer"><textarea id="first-box" class="message-input" aria-label="${escaped(message)}" placeholder="${escaped(hint)}" dir="auto" rows="1" spellcheck="true"></textarea></div></div>
    </main>
    <script nonce="${nonce}">${firstBoxScript}</script>`;
}

/** Words for a page that takes long, hidden without the page's style sheet. */
export function skeleton(loading: string): string {
  return `<p class="skeleton" role="status" hidden>${escaped(loading)}</p>`;
}

/**
 * Passes the focus on to the box when it comes to the page: Chromium ignores `autofocus` in frames of
 * another origin. Marks a composition, during which the page must not take the box away. Refuses
 * files, for which the browser would leave the page.
 */
const firstBoxScript = `{
      const box = document.getElementById('first-box');
      const take = () => {
        if (document.hasFocus() && document.activeElement === document.body) box.focus();
      };
      addEventListener('focus', take);
      box.addEventListener('compositionstart', () => { box.dataset.composing = ''; });
      box.addEventListener('compositionend', () => { delete box.dataset.composing; });
      const refuse = event => {
        if (!box.isConnected || !event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'none';
      };
      addEventListener('dragover', refuse);
      addEventListener('drop', refuse);
      take();
    }`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };

function escaped(text: string): string {
  return text.replace(/[&"<]/g, sign => entities[sign] ?? sign);
}
