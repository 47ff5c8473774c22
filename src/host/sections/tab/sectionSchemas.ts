import * as z from 'zod/mini';
import { type SectionCalls, sectionIds } from '../../../contract/sections';
import { formEntries } from '../../../core/registry/viewSchema';

const section = z.enum(sectionIds);
const id = z.string().check(z.minLength(1), z.maxLength(4_096));

/** Schema of each call's parameters, because the page is not trusted to keep to its types. */
export const sectionSchemas = {
  'sections.ready': z.object({}),
  'section.read': z.object({ section }),
  'section.act': z.object({
    section,
    group: z.optional(id),
    row: z.optional(id),
    action: id,
    entries: z.optional(formEntries),
    isPreview: z.optional(z.boolean()),
  }),
  'section.undo': z.object({ undo: id }),
  'section.open': z.object({ section, row: id }),
  'tab.keep': z.object({ section, row: z.optional(id), forms: z.record(id, formEntries) }),
  'log.report': z.object({ level: z.enum(['warn', 'error']), message: z.string() }),
} satisfies Record<keyof SectionCalls, z.ZodMiniType>;
