/** Resource that an owner ends. `dispose` may be called more than once. */
export interface Disposable {
  dispose(): void;
}

export function toDisposable(end: () => void): Disposable {
  let ended = false;
  return {
    dispose() {
      if (ended) {
        return;
      }
      ended = true;
      end();
    },
  };
}

/**
 * Disposes every member in the given order, even if one throws.
 * @throws AggregateError with all errors
 */
function disposeAll(members: Iterable<Disposable>): void {
  const errors: unknown[] = [];
  for (const member of members) {
    try {
      member.dispose();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) {
    throw new AggregateError(errors, 'Some members could not be disposed of');
  }
}

/** Owns disposables and ends them in reverse order; members added after the end end at once. */
export class DisposableStore implements Disposable {
  private readonly members = new Set<Disposable>();
  private disposed = false;

  get isDisposed(): boolean {
    return this.disposed;
  }

  add<T extends Disposable>(member: T): T {
    if (this.disposed) {
      member.dispose();
    } else {
      this.members.add(member);
    }
    return member;
  }

  /** Removes a member without disposing of it. */
  release(member: Disposable): void {
    this.members.delete(member);
  }

  dispose(): void {
    if (this.disposed) {
      return;
    }
    this.disposed = true;
    const members = [...this.members].reverse();
    this.members.clear();
    disposeAll(members);
  }
}
