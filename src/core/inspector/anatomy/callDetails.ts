import { parsedJson } from '../../../base/json';
import type {
  CallDetails,
  PartRef,
  PartText,
  ResponseAnatomy,
} from '../../../contract/inspector/callDetails';
import type { RecordedCall, RecordedResponse } from '../../../contract/inspector/recordedCall';
import type { BlockPlace } from '../../../contract/modelCalls';
import { blockText } from './blockText';
import { listed, requestAnatomy } from './requestAnatomy';
import { blocksOf } from './requestBlocks';
import { responseEvents } from './responseEvents';
import { cutText, preview } from './shownTexts';

const mostEvents = 5_000;

/** Takes a recorded call apart. Never throws, whatever its bodies are. */
export function callDetails({ inspected, request, response }: RecordedCall): CallDetails {
  return {
    inspected,
    ...(request ? { request: requestAnatomy(request, inspected.call.sizes) } : {}),
    ...(response ? { response: responseAnatomy(response) } : {}),
  };
}

/** Returns the text of a part, the empty text for one that the call does not have. Never throws. */
export function partText({ request, response }: RecordedCall, part: PartRef): PartText {
  switch (part.kind) {
    case 'rawRequest':
      return rawText(request?.body ?? '');
    case 'rawResponse':
      return rawText(response?.body ?? '');
    case 'event': {
      const event = response && responseEvents(response)[part.index];
      return event ? { ...cutText(event.text), isJson: event.isJson } : rawText('');
    }
    case 'request': {
      const block =
        request && blocksOf(request).blocks.find(({ place }) => isSame(place, part.place));
      const found = block ? blockText(block) : { text: '', isJson: false };
      return { ...cutText(found.text), isJson: found.isJson };
    }
  }
}

function responseAnatomy(response: RecordedResponse): ResponseAnatomy {
  const events = responseEvents(response);
  return {
    status: response.status,
    headers: listed(response.headers),
    events: events.slice(0, mostEvents).map(({ text, isJson: _, ...event }) => ({
      ...event,
      type: event.type.slice(0, 100),
      preview: preview(text),
    })),
    omitted: Math.max(0, events.length - mostEvents),
    isCut: response.isCut,
  };
}

function rawText(body: string): PartText {
  return { ...cutText(body), isJson: body !== '' && parsedJson(body) !== undefined };
}

function isSame(one: BlockPlace, other: BlockPlace): boolean {
  return one.part === other.part && one.index === other.index && one.block === other.block;
}
