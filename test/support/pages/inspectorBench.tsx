import { render } from 'preact';
import type { InspectorEvents } from '../../../src/contract/inspector/inspector';
import { InspectorApp } from '../../../webview/inspector/InspectorApp';
import type { InspectorHost } from '../../../webview/store/hostConnection';

declare global {
  interface Window {
    /** Defined by the benchmark: answers a call as the host does, as JSON. */
    askInspector(method: string, params: unknown): Promise<string>;
    /** Opens the inspector of a subject anew; resolves when its newest rows are painted. */
    openInspector(subject: string): Promise<void>;
    /** Fires an event of the host, and resolves after the next frame. */
    tellInspector<K extends keyof InspectorEvents>(
      name: K,
      event: InspectorEvents[K],
    ): Promise<void>;
  }
}

Object.assign(window, {
  acquireVsCodeApi: () => ({ postMessage: () => undefined, setState: () => undefined }),
});
const heard = new EventTarget();
const host = {
  call: async (method: string, params: unknown) => {
    const answer = await window.askInspector(method, params);
    return answer === '' ? undefined : JSON.parse(answer);
  },
} as unknown as InspectorHost;
const root = document.body.appendChild(document.createElement('div'));
// As tall as a tab: the table draws the rows that fit.
root.style.height = '700px';
const painted = () =>
  new Promise<void>(resolve => requestAnimationFrame(() => setTimeout(() => resolve())));

window.openInspector = async subject => {
  render(null, root);
  const subjects = [{ id: subject, kind: 'conversation', title: subject }] as const;
  render(<InspectorApp host={host} init={{ subjects, show: { subject } }} heard={heard} />, root);
  while (root.querySelector('.call-rows [data-key]') === null) {
    await painted();
  }
  await painted();
};

window.tellInspector = (name, event) => {
  heard.dispatchEvent(new CustomEvent(name, { detail: event }));
  return painted();
};
