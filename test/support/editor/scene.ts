import type { Page } from 'playwright-core';

/**
 * Describes in a few lines what a VS Code window shows: dialogs, toasts, the quick input, an open
 * menu, the editor in front, and the focus.
 */
export function sceneOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const most = 160;
    const said = (element: Element | null | undefined) =>
      (element?.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, most);
    const isShown = (element: Element) => element.getClientRects().length > 0;
    const shown = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown);
    const lines = (what: string, selector: string) =>
      shown(selector).map(element => `${what}: ${said(element)}`);
    const quickInput = shown('.quick-input-widget').map(widget => {
      const title = said(widget.querySelector('.quick-input-title'));
      const typed = widget.querySelector<HTMLInputElement>('input.input')?.value ?? '';
      const rows = [...widget.querySelectorAll('.monaco-list-row .label-name')].map(said);
      return `Quick input: ${title} [${typed}] ${rows.slice(0, 5).join(' | ')}`;
    });
    const focused = document.activeElement;
    const label = focused?.getAttribute('aria-label') ?? focused?.className ?? '';
    return [
      ...lines('Dialog', '.monaco-dialog-box'),
      ...lines('Toast', '.notifications-toasts .notification-toast'),
      ...quickInput,
      ...lines('Menu', '.monaco-menu-container'),
      ...lines('Editor', '.part.editor .tab.active .label-name').slice(0, 1),
      `Focus: ${focused?.tagName.toLowerCase() ?? 'none'} ${label.slice(0, most)}`,
    ].join('\n');
  });
}
