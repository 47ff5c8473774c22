/** Operations under way, by key: concurrent callers of the same key get the same outcome. */
export class SingleFlight<K, V> {
  private readonly all = new Map<K, Promise<V>>();

  run(key: K, start: () => Promise<V>): Promise<V> {
    const running = this.all.get(key);
    if (running) {
      return running;
    }
    const started = start().finally(() => this.all.delete(key));
    this.all.set(key, started);
    return started;
  }
}
