import type { IncomingHttpHeaders } from 'node:http';
import { maskedAnswer } from '../../base/maskedAnswer';
import { recordedHeaders, recordedPath } from '../../base/recordedHead';
import { withoutUserId } from '../../base/userIds';
import type { RecordedRequest, RecordedResponse } from '../../contract/inspector/recordedCall';
import type { ModelCall } from '../../contract/modelCalls';
import type { CallLog } from './callLog';
import { PieceMask } from './pieceMask';

export interface Recording {
  readonly request: RecordedRequest;
  readonly response?: RecordedResponse;
}

/** Takes the bodies of finished calls out of a log, without secrets. One recorder a log. */
export class CallRecorder {
  private readonly pieces: PieceMask;

  /** @param mask replaces credentials in a text */
  constructor(
    private readonly log: CallLog,
    private readonly mask: (text: string) => string,
  ) {
    this.pieces = new PieceMask(mask);
  }

  /** Returns undefined if nobody wanted bodies when the call began, or if newer ones took their place. */
  take(call: ModelCall): Recording | undefined {
    const body = this.log.takeBody(call.id);
    if (!body) {
      return undefined;
    }
    const { mask } = this;
    const request: RecordedRequest = {
      path: recordedPath(body.path, mask),
      headers: recordedHeaders(body.requestHeaders, mask),
      body: this.pieces.masked(withoutUserId(body.request)),
      isCut: body.isRequestCut,
    };
    if (body.status === undefined) {
      return { request };
    }
    const answer = maskedAnswer(body.response, body.times, mask);
    const response: RecordedResponse = {
      status: body.status,
      headers: recordedHeaders(decodedHeaders(body.responseHeaders), mask),
      ...answer,
      isCut: body.isResponseCut || (call.gaps ?? []).includes('encoding'),
    };
    return { request, response };
  }
}

/** Headers of the answer's text, which is decoded and has no length of its own. */
function decodedHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const {
    'content-encoding': _encoding,
    'content-length': _length,
    'transfer-encoding': _transfer,
    ...rest
  } = headers;
  return rest;
}
