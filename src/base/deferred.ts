/** Promise with its `resolve` and `reject` exposed. Settling it a second time does nothing. */
export class Deferred<T> {
  readonly promise: Promise<T>;
  private end!: {
    resolve: (value: T) => void;
    reject: (error: unknown) => void;
  };
  private isSettled = false;

  constructor() {
    this.promise = new Promise<T>((resolve, reject) => {
      this.end = { resolve, reject };
    });
  }

  get settled(): boolean {
    return this.isSettled;
  }

  resolve(value: T): void {
    this.isSettled = true;
    this.end.resolve(value);
  }

  reject(error: unknown): void {
    this.isSettled = true;
    this.end.reject(error);
  }
}
