#!/usr/bin/env node
// pacedRecorder.mjs SOURCE [SPEED]: writes raw sound to stdout as a recorder does, SPEED times as fast as it would
// be heard, until it is ended. SOURCE: a file with a WAV header, `tone` (three seconds), or `silence`. After its end
// comes silence, as from a microphone.
import { readFileSync } from 'node:fs';

const [source = 'tone', speed = '1'] = process.argv.slice(2);
const bytesPerSecond = 32_000;
const chunk = bytesPerSecond / 20;

function soundOf() {
  switch (source) {
    case 'silence':
      return Buffer.alloc(0);
    case 'tone': {
      const samples = Int16Array.from({ length: 48_000 }, (_, index) =>
        Math.round(8_000 * Math.sin(index / 8)),
      );
      return Buffer.from(samples.buffer);
    }
    default:
      return readFileSync(source).subarray(44);
  }
}

const sound = soundOf();
const begin = performance.now();
let written = 0;

process.stdout.on('error', () => process.exit(1));
const tick = () => {
  const due = ((performance.now() - begin) / 1_000) * Number(speed) * bytesPerSecond;
  while (written + chunk <= due) {
    const part = sound.subarray(written, written + chunk);
    process.stdout.write(Buffer.concat([part, Buffer.alloc(chunk - part.length)]));
    written += chunk;
  }
};
setInterval(tick, 50 / Math.max(1, Number(speed)));
