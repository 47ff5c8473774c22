interface Handle {
  readonly listening?: boolean;
  address?(): { readonly port?: number } | null;
  close?(): void;
  closeAllConnections?(): void;
}

/** Closes a server of this process from outside of the product, with all of its connections. */
export function closeServer(port: number): void {
  const handles: unknown = Reflect.apply(Reflect.get(process, '_getActiveHandles'), process, []);
  for (const handle of handles as Handle[]) {
    if (handle.listening && handle.address?.()?.port === port) {
      handle.close?.();
      handle.closeAllConnections?.();
    }
  }
}
