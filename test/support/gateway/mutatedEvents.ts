/** Events of the Messages API, as a server may write them. */
const templates = [
  'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1","usage":{"input_tokens":9}}}\n\n',
  'event: ping\ndata: {"type": "ping"}\n\n',
  'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n',
  'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Grüße 🦊 漢字"}}\n\n',
  'event: content_block_delta\ndata: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\\"a\\": [1, "}}\n\n',
  'event: content_block_delta\r\ndata: {"type":"content_block_delta","index":2,"delta":{"type":"thinking_delta","thinking":"…"}}\r\n\r\n',
  'event: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n',
  'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":12}}\n\n',
  'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
  ': comment\nid: 1\nretry: 10\ndata\ndata: a\ndata: b\n\n',
];

/** Random numbers from 0 to below 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Makes events of which most are damaged: bytes changed, left out, doubled, or out of order. */
export function mutatedEvents(count: number, random: () => number): Buffer[] {
  const below = (limit: number) => Math.floor(random() * limit);
  return Array.from({ length: count }, () => {
    const event = Buffer.from(templates[below(templates.length)] ?? '');
    const at = below(event.length);
    const [head, tail] = [event.subarray(0, at), event.subarray(at)];
    switch (below(8)) {
      case 0:
        return event;
      case 1:
        return head;
      case 2:
        return Buffer.concat([head, Buffer.from([below(256)]), tail]);
      case 3:
        return Buffer.concat([head, tail.subarray(1)]);
      case 4:
        return Buffer.concat([tail, head]);
      case 5:
        return Buffer.concat([head, event, tail]);
      case 6:
        return Buffer.concat([head, Buffer.from([0xff, 0x00, 0xe2, 0x82]), tail.subarray(2)]);
      default:
        return Buffer.concat([event, event.subarray(0, at)]);
    }
  });
}

/** Cuts bytes into pieces, without regard for events or characters. */
export function pieces(bytes: Buffer, random: () => number, longest = 700): Buffer[] {
  const all: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = 1 + Math.floor(random() * longest);
    all.push(bytes.subarray(at, at + length));
    at += length;
  }
  return all;
}
