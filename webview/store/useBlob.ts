import { useState } from 'preact/hooks';
import { messageOf } from '../../src/base/errors';
import type { BlobContent } from '../../src/contract/calls';
import type { BlobId } from '../../src/contract/ids';
import { useActions } from './pageContext';

type Fetched = { content?: BlobContent; error?: string; isLoading: boolean };
const nothing: Fetched = { isLoading: false };

/** Returns the content of a blob once the returned function has fetched it. */
export function useBlob(blob: BlobId | undefined): [Fetched, () => void] {
  const { readBlob } = useActions();
  const [fetched, setFetched] = useState<{ blob: BlobId | undefined } & Fetched>({
    blob,
    ...nothing,
  });
  const current = fetched.blob === blob ? fetched : nothing;
  const load = () => {
    if (!blob || current.isLoading || current.content) {
      return;
    }
    setFetched({ blob, isLoading: true });
    // A late answer must not replace a newer request.
    const settle = (result: Fetched) =>
      setFetched(shown => (shown.blob === blob ? { blob, ...result } : shown));
    readBlob(blob).then(
      content => settle({ content, isLoading: false }),
      (error: unknown) => settle({ error: messageOf(error), isLoading: false }),
    );
  };
  return [current, load];
}
