/** Named points where scripted answers wait for the test and the test waits for answers. */
export class Gates {
  private readonly gates = new Map<string, { reached: Latch; opened: Latch }>();

  /** Resolves once an answer has reached the gate, immediately if one already has. */
  reached(name: string): Promise<void> {
    return this.gate(name).reached.promise;
  }

  /** Lets all answers pass from now on, even if none has reached the gate yet. */
  open(name: string): void {
    this.gate(name).opened.release();
  }

  /** Marks the gate as reached and resolves when it is open. */
  pass(name: string): Promise<void> {
    const gate = this.gate(name);
    gate.reached.release();
    return gate.opened.promise;
  }

  private gate(name: string): { reached: Latch; opened: Latch } {
    const known = this.gates.get(name);
    if (known) return known;
    const gate = { reached: latch(), opened: latch() };
    this.gates.set(name, gate);
    return gate;
  }
}

interface Latch {
  promise: Promise<void>;
  release: () => void;
}

function latch(): Latch {
  let release: () => void = () => undefined;
  const promise = new Promise<void>(resolve => {
    release = resolve;
  });
  return { promise, release };
}
