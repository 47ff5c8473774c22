import type { Page } from 'playwright-core';
import type { Section, SectionRow } from '../../../src/contract/sections';
import type { ScriptedSections } from './scriptedSections';

const form = {
  title: 'Add a server',
  submit: 'Add',
  note: 'It starts with the next message.',
  canPreview: true,
  fields: [
    { kind: 'text', name: 'name', title: 'Name', isRequired: true, maxLength: 8 },
    { kind: 'text', name: 'command', title: 'Command', isRequired: true },
  ],
} as const;

export const docs: SectionRow = {
  id: 'docs',
  title: 'docs-server',
  detail: 'npx docs',
  more: 'line one\nline two',
  badges: [
    { text: 'Connected', tone: 'good' },
    { text: 'Failed', tone: 'bad' },
  ],
  meter: { value: 0.42, text: '42% of the tools', tone: 'warning' },
  origin: { label: 'Project settings', path: '.mcp.json', readOnly: 'Managed' },
  canOpen: true,
  toggle: { action: 'enable', label: 'Enabled', isOn: true, canPreview: true },
  actions: [{ id: 'reconnect', label: 'Reconnect' }],
  rows: [{ id: 'docs/search', title: 'search-tool' }],
};

function rule(name: string): SectionRow {
  return {
    id: name,
    title: name,
    actions: [
      { id: 'remove', label: 'Remove', kind: 'danger', canPreview: true },
      { id: 'purge', label: 'Purge', kind: 'danger', question: `Purge ${name} for good?` },
    ],
  };
}

export function rules(...names: string[]): Section {
  const rows = names.map(rule);
  return {
    id: 'permissions',
    groups: [{ id: 'allow', title: 'Allowed', rows, empty: 'No rule.' }],
  };
}

export const servers: Section = {
  id: 'servers',
  notes: [{ text: 'One server cannot be read.', tone: 'warning', opens: 'note#0' }],
  actions: [{ id: 'add', label: 'Add Server', kind: 'primary', form }],
  groups: [
    { id: 'project', title: 'Project', note: 'Of this folder.', rows: [docs] },
    { id: 'user', title: 'User', rows: [], empty: 'No server here.' },
  ],
};

export const status: Section = {
  id: 'status',
  groups: [
    { id: 'cli', title: 'Claude Code', rows: [{ id: 'v', title: 'Version', detail: '2.1' }] },
  ],
};

export const usual = (host: ScriptedSections) => {
  for (const section of [servers, rules('Bash(ls)', 'Read', 'Write'), status]) {
    host.sections.set(section.id, section);
  }
};
export const atRules = (host: ScriptedSections) => {
  usual(host);
  host.show = { section: 'permissions' };
};

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const rowOf = (page: Page, id: string) => page.locator(`[data-row="${id}"]`);
export const outcome = (page: Page) => page.locator('.section-outcome');

/** Returns the row that has the focus, or the text of the element that has it. */
export function focus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return 'body';
    const name = activeElement.getAttribute('aria-label') ?? activeElement.textContent ?? '';
    return activeElement.dataset.row ?? name;
  });
}
