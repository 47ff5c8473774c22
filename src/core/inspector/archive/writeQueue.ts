import type { RecordedCall } from '../../../contract/inspector/recordedCall';
import type { WaitingCall } from './archiveDisk';

/** Characters of contents that wait, and calls. */
const mostWaiting = 24 * 1024 * 1024;
const mostCalls = 5_000;

/** Calls that wait for the disk, in bounded memory. */
export class WriteQueue {
  private waiting: WaitingCall[] = [];
  private size = 0;

  /** Drops the content of a call for which there is no room. @returns false if the call is lost */
  push(call: WaitingCall): boolean {
    if (this.waiting.length >= mostCalls) {
      return false;
    }
    const size = sizeOf(call.recorded);
    if (this.size + size > mostWaiting) {
      const { request: _request, response: _response, ...rest } = call.recorded;
      this.waiting.push({ ...call, recorded: rest });
    } else {
      this.size += size;
      this.waiting.push(call);
    }
    return true;
  }

  take(count: number): readonly WaitingCall[] {
    const taken = this.waiting.splice(0, count);
    this.size -= taken.reduce((sum, { recorded }) => sum + sizeOf(recorded), 0);
    return taken;
  }

  /** Drops the calls of a subject, or all. */
  drop(subject: string | undefined): void {
    this.waiting = this.waiting.filter(
      call => subject !== undefined && call.subject.id !== subject,
    );
    this.size = this.waiting.reduce((sum, { recorded }) => sum + sizeOf(recorded), 0);
  }
}

function sizeOf({ request, response }: RecordedCall): number {
  return (request?.body.length ?? 0) + (response?.body.length ?? 0);
}
