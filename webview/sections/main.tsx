import * as l10n from '@vscode/l10n';
import { render } from 'preact';
import { messageOf } from '../../src/base/errors';
import type { SectionEvents } from '../../src/contract/sections';
import { connectSections } from '../store/hostConnection';
import { translate } from '../translate';
import { keepSelectAll } from '../ui/keepSelectAll';
import '../styles/sectionsPage.css';
import { SectionsApp } from './SectionsApp';

async function main(root: HTMLElement): Promise<void> {
  translate();
  keepSelectAll();
  // The host may send events before the tab is drawn.
  const heard = new EventTarget();
  const pass = (name: keyof SectionEvents, detail: unknown) =>
    heard.dispatchEvent(new CustomEvent(name, { detail }));
  const host = connectSections({
    'section.changed': event => pass('section.changed', event),
    'section.show': event => pass('section.show', event),
  });
  try {
    const init = await host.call('sections.ready', {});
    root.replaceChildren();
    render(<SectionsApp host={host} init={init} heard={heard} />, root);
  } catch (error) {
    root.textContent = l10n.t('The tab could not be opened: {0}', messageOf(error));
  }
}

const root = document.getElementById('root');
if (root) {
  void main(root);
}
