import * as z from '../../base/schema';

const id = z.string().check(z.minLength(1), z.maxLength(200));
const words = z.string().check(z.maxLength(2 * 1024 * 1024));

export const destination = z.enum(['session', 'localSettings', 'projectSettings', 'userSettings']);

const questionChoice = z.object({
  labels: z.array(words).check(z.maxLength(100)),
  other: words,
  usesOther: z.boolean(),
});

const shortText = z.string().check(z.maxLength(10_000));
/** Entries of a server's form, see `FormEntries`. Its fields and options are as few. */
export const formEntries = z
  .array(z.nullable(z.union([shortText, z.boolean(), z.array(shortText).check(z.maxLength(200))])))
  .check(z.maxLength(100));

const promptDraft = z.object({
  promptId: id,
  words: z.optional(words),
  destination: z.optional(destination),
  choices: z.optional(z.array(questionChoice).check(z.maxLength(100))),
  entries: z.optional(formEntries),
});

/** Schema of `ViewState`, as the page sends it and as it is stored. */
export const viewState = z.object({
  anchor: z.optional(z.object({ key: id, offset: z.number() })),
  expanded: z.array(id).check(z.maxLength(2_000)),
  promptDrafts: z.optional(z.array(promptDraft).check(z.maxLength(200))),
});
