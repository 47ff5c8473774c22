import * as z from '../../../base/schema';
import { type SectionCalls, sectionIds } from '../../../contract/sections';

const section = z.enum(sectionIds);
const id = z.string().check(z.minLength(1), z.maxLength(4_096));
/** Contains a text of the user's files, such as a rule. */
const row = z.string().check(z.minLength(1), z.maxLength(20_000));
/** Key of a form, which contains the escaped id of its row. */
const key = z.string().check(z.minLength(1), z.maxLength(60_000));
/** Exceeds the longest text that a form takes, which tells the user what is too long. */
const entry = z.string().check(z.maxLength(100_000));
const formEntries = z
  .array(z.nullable(z.union([entry, z.boolean(), z.array(entry).check(z.maxLength(200))])))
  .check(z.maxLength(100));

/** Schema of each call's parameters, because the page is not trusted to keep to its types. */
export const sectionSchemas = {
  'sections.ready': z.object({}),
  'section.read': z.object({ section, isRefresh: z.optional(z.boolean()) }),
  'section.act': z.object({
    section,
    group: z.optional(id),
    row: z.optional(row),
    action: id,
    entries: z.optional(formEntries),
    isPreview: z.optional(z.boolean()),
  }),
  'section.undo': z.object({ undo: id }),
  'section.open': z.object({ section, row }),
  'tab.keep': z.object({ section, row: z.optional(row), forms: z.record(key, formEntries) }),
  'log.report': z.object({ level: z.enum(['warn', 'error']), message: entry }),
} satisfies Record<keyof SectionCalls, z.ZodMiniType>;
