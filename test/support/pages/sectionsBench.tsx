import { render } from 'preact';
import type { Section, SectionId } from '../../../src/contract/sections';
import { SectionsApp } from '../../../webview/sections/SectionsApp';
import type { SectionHost } from '../../../webview/store/hostConnection';

declare global {
  interface Window {
    /** Defined by the benchmark: reads a section as the host does. */
    readSection(id: SectionId): Promise<Section>;
    /** Opens a section and returns the milliseconds until it is painted. */
    openSection(id: SectionId): Promise<number>;
  }
}

Object.assign(window, {
  acquireVsCodeApi: () => ({ postMessage: () => undefined, setState: () => undefined }),
});
const heard = new EventTarget();
const titles: Partial<Record<SectionId, string>> = { permissions: 'Permissions', hooks: 'Hooks' };
const sections = (Object.keys(titles) as SectionId[]).map(id => ({ id, title: titles[id] ?? id }));
const host = {
  call: (method: string, { section }: { section: SectionId }) =>
    method === 'section.read' ? window.readSection(section) : Promise.resolve(),
} as unknown as SectionHost;
const root = document.body.appendChild(document.createElement('div'));
const init = { sections, show: { section: 'hooks' as const }, forms: {} };
render(<SectionsApp host={host} init={init} heard={heard} />, root);

window.openSection = id =>
  new Promise(resolve => {
    const start = performance.now();
    const drawn = new MutationObserver(() => {
      if (root.querySelector(`main [data-row^="${id}"], main .section-row`)) {
        drawn.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
      }
    });
    drawn.observe(root, { childList: true, subtree: true });
    heard.dispatchEvent(new CustomEvent('section.changed', { detail: { section: id } }));
    heard.dispatchEvent(new CustomEvent('section.show', { detail: { section: id } }));
  });
