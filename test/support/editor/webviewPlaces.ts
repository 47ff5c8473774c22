import { selectors } from 'playwright-core';

/** Place of a webview: a view, or a tab in the editor area. */
export type WebviewPlace = 'view' | 'tab';

let registered: Promise<void> | undefined;

/**
 * Registers the selectors `webview-place=view` and `webview-place=tab` for webview frames. Webview
 * frames float over the workbench, and only a view's first frame names its purpose in its address.
 * The element under a frame's centre decides.
 */
export function registerWebviewPlaces(): Promise<void> {
  registered ??= selectors.register('webview-place', () => ({
    query(root: Document, place: string) {
      return this.queryAll(root, place)[0];
    },
    queryAll(root: Document, place: string) {
      const document = root.ownerDocument ?? root;
      const areas = [...document.querySelectorAll('.part.editor')].map(area =>
        area.getBoundingClientRect(),
      );
      // No function here has a name: some compilers wrap those in a helper, which the page lacks.
      const frames = [...root.querySelectorAll('iframe.webview.ready')];
      return frames.filter(frame => {
        const { left, top, width, height } = frame.getBoundingClientRect();
        const x = left + width / 2;
        const y = top + height / 2;
        const isTab = areas.some(
          area => x >= area.left && x <= area.right && y >= area.top && y <= area.bottom,
        );
        return isTab === (place === 'tab');
      });
    },
  }));
  return registered;
}
