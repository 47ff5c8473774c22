#!/usr/bin/env node
// scriptedRecognizer.mjs ORDER TEXT [FILE]: recognizes whatever it gets as TEXT.
//   live   prints one more word as `partial` for each quarter of a second of raw sound on stdin that is no
//          silence, and TEXT at its end
//   lines  prints each sentence of TEXT as a line, for raw sound likewise
//   wav    prints TEXT and the seconds of the WAV file FILE, or of the one on stdin
//   fail   complains and exits with code 3
//   hang   reads, and prints nothing
//   hostile prints escape sequences, controls, bad JSON, and more than anybody wants
import { readFileSync, statSync } from 'node:fs';

const [order, text = '', file] = process.argv.slice(2);
const words = text.split(' ');
const print = line => process.stdout.write(`${line}\n`);

function secondsOf(wav) {
  const isWav = wav.toString('latin1', 0, 4) === 'RIFF' && wav.toString('latin1', 8, 12) === 'WAVE';
  const size = wav.readUInt32LE(40);
  return isWav && size === wav.length - 44
    ? wav.readUInt32LE(40) / wav.readUInt32LE(28)
    : Number.NaN;
}

function describe(wav) {
  const mode = file ? (statSync(file).mode & 0o777).toString(8) : 'stdin';
  print(`${text} ${secondsOf(wav).toFixed(1)} ${mode}`);
}

function live() {
  let loud = 0;
  let shown = 0;
  process.stdin.on('data', chunk => {
    for (let index = 0; index + 1 < chunk.length; index += 2) {
      loud += Math.abs(chunk.readInt16LE(index)) > 500 ? 2 : 0;
    }
    const next = Math.min(words.length - 1, Math.floor(loud / 8_000));
    if (next > shown) {
      shown = next;
      print(JSON.stringify({ partial: words.slice(0, shown).join(' ') }));
    }
  });
  process.stdin.on('end', () => print(JSON.stringify({ text })));
}

function hostile() {
  print('\u001b]0;title\u0007one\u001b[31m two\u0000\u0007\r\u0008three');
  print('{"text": "unfinished');
  print('{"partial": 3}');
  print('{"text": "four\\u0000\\nfive"}');
  print('x'.repeat(300 * 1024));
  for (let index = 0; index < 20_000; index += 1) print(`flood ${index}`);
}

switch (order) {
  case 'live':
    live();
    break;
  case 'lines':
    process.stdin.resume().on('end', () => text.split(/(?<=\.) /).forEach(print));
    break;
  case 'wav':
    if (file) {
      describe(readFileSync(file));
    } else {
      const parts = [];
      process.stdin
        .on('data', part => parts.push(part))
        .on('end', () => describe(Buffer.concat(parts)));
    }
    break;
  case 'fail':
    process.stderr.write(`loading\n\u001b[31merror: ${text}.\u001b[0m\n`);
    process.exitCode = 3;
    break;
  case 'hang':
    process.stdin.resume();
    setInterval(() => undefined, 1_000);
    break;
  case 'hostile':
    process.stdin.resume().on('end', hostile);
    break;
}
