import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../../src/base/json';

interface Asked {
  resolve(response: JsonObject): void;
  reject(error: Error): void;
}

/** Sends frames to the host and matches the host's answers to requests. */
export class Wire {
  sessionId = '';
  private readonly asked = new Map<string, Asked>();

  /** True while the host owes an answer. */
  get isWaiting(): boolean {
    return this.asked.size > 0;
  }

  /** Sends a frame, adding the ids that nearly all frames have. */
  send(frame: JsonObject): void {
    this.write({ ...frame, session_id: this.sessionId, uuid: frame.uuid ?? randomUUID() });
  }

  write(frame: JsonObject): void {
    process.stdout.write(`${JSON.stringify(frame)}\n`);
  }

  /** @throws Error when the host refuses, or when `signal` aborts, which cancels the request */
  request(request: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const id = randomUUID();
    return new Promise((resolve, reject) => {
      const withdraw = () => {
        this.asked.delete(id);
        this.write({ type: 'control_cancel_request', request_id: id });
        reject(new Error('aborted'));
      };
      signal.addEventListener('abort', withdraw, { once: true });
      const settle = () => signal.removeEventListener('abort', withdraw);
      this.asked.set(id, {
        resolve: response => {
          settle();
          resolve(response);
        },
        reject: error => {
          settle();
          reject(error);
        },
      });
      this.write({ type: 'control_request', request_id: id, request });
    });
  }

  /** Handles the host's answer to a request; answers with unknown ids are ignored. */
  answered(response: JsonObject): void {
    const id = String(response.request_id);
    const asked = this.asked.get(id);
    this.asked.delete(id);
    if (response.subtype === 'success') {
      asked?.resolve((response.response ?? {}) as JsonObject);
    } else {
      asked?.reject(new Error(String(response.error)));
    }
  }
}
