import { expect, it } from 'vitest';
import { newAgentForm } from '../../../../../src/host/sections/agents/agentForms';
import { newStyleForm } from '../../../../../src/host/sections/outputStyles/styleForms';
import { newForm } from '../../../../../src/host/sections/skills/skillForms';
import { sectionSchemas } from '../../../../../src/host/sections/tab/sectionSchemas';

it('takes what the forms take, and one character more, about which they say what is wrong', () => {
  const forms = [newAgentForm('/a'), newForm('skills', '/a'), newStyleForm('/a')];
  for (const { fields } of forms) {
    const entries = fields.map(field =>
      field.kind === 'text' ? 'x'.repeat((field.maxLength ?? 0) + 1) : null,
    );
    const row = 'x'.repeat(10_000);
    const act = { section: 'agents', row, action: 'new', entries };
    expect(sectionSchemas['section.act'].safeParse(act)).toMatchObject({ success: true });
    const forms = { [`${JSON.stringify(['agents', '', row])}/new`]: entries };
    const kept = sectionSchemas['tab.keep'].safeParse({ section: 'agents', forms });
    expect(kept).toMatchObject({ success: true });
  }
});

it.each([
  ['section.act', { section: 'agents', action: 'x', entries: ['x'.repeat(1_000_000)] }],
  ['section.act', { section: 'agents', action: 'x', row: 'x'.repeat(1_000_000) }],
  ['section.undo', { undo: '' }],
  ['tab.keep', { section: 'agents', forms: { a: Array.from({ length: 1_000 }, () => '') } }],
  ['log.report', { level: 'warn', message: 'x'.repeat(1_000_000) }],
] as const)('refuses what no page of ours sends: %s', (name, params) => {
  expect(sectionSchemas[name].safeParse(params).success).toBe(false);
});
