import * as z from '../../base/schema';
import { attachmentOrigins } from '../../contract/draft';

const short = z.string().check(z.maxLength(1_000));
const id = z.string().check(z.minLength(1), z.maxLength(200));
/** Links may be long, and so may the paths of a mention. */
const reference = z.string().check(z.minLength(1), z.maxLength(8_192));
const line = z.int().check(z.gte(1));
const lines = z.object({ start: line, end: line });

export const mentionTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), path: reference, lines: z.optional(lines) }),
  z.object({ kind: z.literal('folder'), path: reference }),
  z.object({ kind: z.literal('symbol'), name: reference, path: reference, lines }),
  z.object({
    kind: z.literal('problems'),
    path: z.optional(reference),
    line: z.optional(line),
  }),
  z.object({ kind: z.literal('terminal'), id, name: reference }),
  z.object({
    kind: z.literal('changes'),
    path: z.optional(reference),
    isStaged: z.optional(z.boolean()),
  }),
  z.object({ kind: z.literal('commit'), hash: z.string().check(z.regex(/^[0-9a-f]{4,64}$/)) }),
  z.object({ kind: z.literal('branch'), name: reference }),
  z.object({ kind: z.literal('session'), id, title: reference }),
  z.object({ kind: z.literal('agent'), name: reference }),
  z.object({ kind: z.literal('resource'), server: reference, uri: reference }),
  z.object({ kind: z.literal('prompt'), server: reference, name: reference }),
  z.object({ kind: z.literal('task'), id, name: reference }),
  z.object({ kind: z.literal('url'), url: reference }),
  z.object({ kind: z.literal('attachment'), id }),
]);

const mention = z.object({ token: reference, label: reference, target: mentionTarget });

interface Limits {
  /** UTF-16 units of a text. */
  readonly text: number;
  /** Base64 characters of an image and of a PDF. */
  readonly image: number;
  readonly pdf: number;
  /** Images or attachments of a message. */
  readonly count: number;
}

/** Members of a draft, which a message has too. */
function draftShape({ text, image, pdf, count }: Limits) {
  const long = z.string().check(z.maxLength(text));
  const base64 = (longest: number) =>
    z.string().check(z.maxLength(longest), z.regex(/^[A-Za-z0-9+/]*={0,2}$/));
  const upload = z.object({
    name: short,
    mediaType: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
    data: base64(image),
  });
  const attachment = z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('text'),
      ...{ id, name: short, text: long },
      origin: z.enum(attachmentOrigins),
      convertedFrom: z.optional(short),
    }),
    z.object({ kind: z.literal('pdf'), ...{ id, name: short }, data: base64(pdf) }),
  ]);
  return {
    text: long,
    images: z.array(upload).check(z.maxLength(count)),
    mentions: z.optional(z.array(mention).check(z.maxLength(1_000))),
    attachments: z.optional(z.array(attachment).check(z.maxLength(count))),
  };
}

/** UTF-16 units of the longest text that a page may send. */
export const longestText = 2 * 1024 * 1024;

/** Base64 characters of a file that a page may hand over. */
export const longestFile = 32 * 1024 * 1024;

/** Draft from a page. The API takes images of 5 MB and requests of 32 MB; more is refused unread. */
export const pageDraft = draftShape({
  text: longestText,
  image: 14 * 1024 * 1024,
  pdf: longestFile,
  count: 100,
});

/** Draft in a record, which may have been joined from several: nothing of it is refused. */
export const storedDraft = draftShape({
  text: Infinity,
  image: Infinity,
  pdf: Infinity,
  count: Infinity,
});
