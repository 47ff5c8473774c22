import { useEffect, useState } from 'preact/hooks';

/** Components of a chunk that loads after the first paint. `Parts` are the exports that are used. */
export class LateChunk<Parts extends object> {
  private loaded: Parts | undefined;
  private loading: Promise<Parts> = new Promise(() => undefined);
  private pending = false;

  /** Whether parts are still to come: what is drawn without them may change its height then. */
  get isPending(): boolean {
    return this.pending;
  }

  /** Sets the chunk to load. Components rendered before this call stay without its parts. */
  provide(chunk: Promise<Parts>): void {
    this.pending = true;
    this.loading = chunk.then(parts => {
      this.loaded = parts;
      return parts;
    });
    const end = () => {
      this.pending = false;
    };
    void this.loading.then(end, end);
  }

  /** Hook: returns the parts, or undefined while the chunk is loading. */
  useParts(): Parts | undefined {
    const [parts, setParts] = useState(this.loaded);
    useEffect(() => {
      if (!parts) {
        void this.loading.then(setParts);
      }
    }, [parts]);
    return parts;
  }
}
