import { selectors } from 'playwright-core';

/** Where a webview is shown: in a view, or in a tab of the editor area. */
export type WebviewPlace = 'view' | 'tab';

let registered: Promise<void> | undefined;

/**
 * Makes `webview-place=view` and `webview-place=tab` selectors for the frames of webviews. Nothing in
 * the document says where they belong: they float over the workbench, and the address names the
 * purpose of a view's first frame only. So they are told apart by what lies under their middle.
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
      const isTab = (frame: Element) => {
        const { left, top, width, height } = frame.getBoundingClientRect();
        const x = left + width / 2;
        const y = top + height / 2;
        return areas.some(
          area => x >= area.left && x <= area.right && y >= area.top && y <= area.bottom,
        );
      };
      const frames = [...root.querySelectorAll('iframe.webview.ready')];
      return frames.filter(frame => isTab(frame) === (place === 'tab'));
    },
  }));
  return registered;
}
