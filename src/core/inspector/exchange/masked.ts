import { maskedJson } from '../../../base/jsonEscapes';
import { maskedAnswer } from '../../../base/maskedAnswer';
import { maskedTexts } from '../../../base/maskedTexts';
import { recordedHeaders, recordedPath } from '../../../base/recordedHead';
import { withoutUserId } from '../../../base/userIds';
import type {
  RecordedCall,
  RecordedRequest,
  RecordedResponse,
} from '../../../contract/inspector/recordedCall';
import type { ModelCall } from '../../../contract/modelCalls';
import { boundedCall } from '../schema/boundedCall';

/** Replaces credentials in a text. */
export type Mask = (text: string) => string;

/** Returns a call as it may be written to a file of the user, and as one is taken from there. */
export function maskedRecording(recorded: RecordedCall, mask: Mask): RecordedCall {
  const { inspected, request, response } = recorded;
  return {
    version: 1,
    inspected: { ...inspected, call: maskedFigures(inspected.call, mask) },
    ...(request ? { request: maskedRequest(request, mask) } : {}),
    ...(response ? { response: maskedResponse(response, mask) } : {}),
  };
}

export function maskedRequest(request: RecordedRequest, mask: Mask): RecordedRequest {
  return {
    path: recordedPath(request.path, mask),
    headers: recordedHeaders(request.headers, mask),
    body: maskedJson(withoutUserId(request.body), mask),
    isCut: request.isCut,
  };
}

export function maskedResponse(response: RecordedResponse, mask: Mask): RecordedResponse {
  return {
    status: response.status,
    headers: recordedHeaders(response.headers, mask),
    ...maskedAnswer(response.body, response.times, mask),
    isCut: response.isCut,
  };
}

/** Names come from outside as well, such as those of tools. */
function maskedFigures({ sessionId: _, ...call }: ModelCall, mask: Mask): ModelCall {
  return boundedCall(maskedTexts(call, mask));
}
