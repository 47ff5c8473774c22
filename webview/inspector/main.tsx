import * as l10n from '@vscode/l10n';
import { render } from 'preact';
import { messageOf } from '../../src/base/errors';
import type { InspectorEvents } from '../../src/contract/inspector/inspector';
import { connectInspector } from '../store/hostConnection';
import { translate } from '../translate';
import { keepSelectAll } from '../ui/keepSelectAll';
import '../styles/inspectorPage.css';
import { InspectorApp } from './InspectorApp';

async function main(root: HTMLElement): Promise<void> {
  translate();
  keepSelectAll();
  // The host may send events before the page is drawn.
  const heard = new EventTarget();
  const pass = (name: keyof InspectorEvents, detail: unknown) =>
    heard.dispatchEvent(new CustomEvent(name, { detail }));
  const host = connectInspector({
    'inspector.changed': event => pass('inspector.changed', event),
    'inspector.subjects': event => pass('inspector.subjects', event),
    'inspector.live': event => pass('inspector.live', event),
    'inspector.show': event => pass('inspector.show', event),
  });
  try {
    const init = await host.call('inspector.ready', {});
    root.replaceChildren();
    render(<InspectorApp host={host} init={init} heard={heard} />, root);
  } catch (error) {
    root.textContent = l10n.t('The inspector could not be opened: {0}', messageOf(error));
  }
}

const root = document.getElementById('root');
if (root) {
  void main(root);
}
