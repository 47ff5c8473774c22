import * as z from 'zod/mini';
import { flag, lenient, lenientList, number, text } from './lenient';

/** What `<port>.lock` of an IDE says: the port is its name only. Written by several programs. */
const ideLock = z.looseObject({
  pid: number,
  workspaceFolders: lenientList(z.string()),
  ideName: text,
  /** Anything but `ws` makes the CLI try another protocol. */
  transport: text,
  /** Paths are then translated by a CLI in WSL. */
  runningInWindows: flag,
  authToken: text,
});

export type IdeLock = z.infer<typeof ideLock>;

/** Undefined when the text is no lock at all. */
export function readIdeLock(text: string): IdeLock | undefined {
  try {
    return z.safeParse(ideLock, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** `ide_connected`: the CLI's own process. */
export const connectedParams = z.looseObject({ pid: lenient(z.int().check(z.positive())) });

/** What the CLI answers to `roots/list`: the folder that it runs in. */
export const rootsResult = z.looseObject({
  roots: lenientList(z.looseObject({ uri: z.string() })),
});
