import * as z from '../base/schema';
import { flag, lenient, lenientList, number, text } from './lenient';

/** Content of an IDE's `<port>.lock`, written by several programs; only its name has the port. */
const ideLock = z.looseObject({
  pid: number,
  workspaceFolders: lenientList(z.string()),
  ideName: text,
  /** Any value but `ws` makes the CLI try another protocol. */
  transport: text,
  /** If true, a CLI in WSL translates paths. */
  runningInWindows: flag,
  authToken: text,
});

export type IdeLock = z.infer<typeof ideLock>;

/** Returns undefined if the text is not a lock. */
export function readIdeLock(text: string): IdeLock | undefined {
  try {
    return z.safeParse(ideLock, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Parameters of `ide_connected`: the id of the CLI's own process. */
export const connectedParams = z.looseObject({ pid: lenient(z.int().check(z.positive())) });

/** Answer of the CLI to `roots/list`: the folder that it runs in. */
export const rootsResult = z.looseObject({
  roots: lenientList(z.looseObject({ uri: z.string() })),
});
