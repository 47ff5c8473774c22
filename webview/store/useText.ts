import type { BlobContent } from '../../src/contract/calls';
import type { Text } from '../../src/contract/content';
import type { BlobId } from '../../src/contract/ids';
import { useBlob } from './useBlob';

interface FetchedText {
  /** Preview of the text until `isWhole`. */
  readonly text: string;
  readonly isWhole: boolean;
  /** Length of the whole text in UTF-16 units. */
  readonly length: number;
  readonly isLoading: boolean;
  readonly error?: string;
  /** Fetches the rest; does nothing if a fetch is already running. */
  load(): void;
}

/**
 * Returns the whole text and fetches it if necessary.
 * @throws if the host no longer has it
 */
export async function fullText(
  text: Text,
  readBlob: (blob: BlobId) => Promise<BlobContent>,
): Promise<string> {
  if (typeof text === 'string') {
    return text;
  }
  const content = await readBlob(text.blob);
  return content.kind === 'text' ? content.text : '';
}

/** Shows a text that may be stored by the host: its preview at once, all of it after `load`. */
export function useText(text: Text): FetchedText {
  const [fetched, load] = useBlob(typeof text === 'string' ? undefined : text.blob);
  if (typeof text === 'string') {
    return { text, isWhole: true, length: text.length, isLoading: false, load };
  }
  const { content, error, isLoading } = fetched;
  const isWhole = content?.kind === 'text';
  return {
    text: isWhole ? content.text : text.preview,
    isWhole,
    length: text.length,
    isLoading,
    ...(error === undefined ? {} : { error }),
    load,
  };
}
