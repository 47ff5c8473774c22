import { bytesPerSecond, sampleRate } from './pcm';

export interface Level {
  /** 0 to 1, on a scale of decibels. */
  readonly level: number;
  /** Whole seconds of sound so far. */
  readonly seconds: number;
}

const loudestSample = 32_768;
/** Samples that one level is about: a tenth of a second. */
const window = sampleRate / 10;
/** Decibels of full scale that are shown as 0 and as 1. */
const quiet = -60;
const loud = -10;
/** Microphones that are muted or forbidden give less; the noise of others is louder. */
const loudestSilence = 64;

/** Measures sound as it arrives, in chunks of any size. */
export class LevelMeter {
  private half: number | undefined;
  private squares = 0;
  private count = 0;
  private bytes = 0;
  private peak = 0;

  constructor(private readonly onLevel: (level: Level) => void) {}

  /** True as long as nothing was louder than a microphone without sound. */
  get isSilent(): boolean {
    return this.peak <= loudestSilence;
  }

  push(chunk: Buffer): void {
    this.bytes += chunk.length;
    let start = 0;
    if (this.half !== undefined && chunk.length > 0) {
      this.add((chunk.readInt8(0) << 8) | this.half);
      this.half = undefined;
      start = 1;
    }
    let index = start;
    for (; index + 1 < chunk.length; index += 2) {
      this.add(chunk.readInt16LE(index));
    }
    if (index < chunk.length) {
      this.half = chunk.readUInt8(index);
    }
  }

  private add(sample: number): void {
    const size = Math.abs(sample);
    this.peak = Math.max(size, this.peak);
    this.squares += sample * sample;
    this.count += 1;
    if (this.count === window) {
      const rms = Math.sqrt(this.squares / window);
      this.squares = 0;
      this.count = 0;
      this.onLevel({ level: shown(rms), seconds: Math.floor(this.bytes / bytesPerSecond) });
    }
  }
}

function shown(rms: number): number {
  const decibels = 20 * Math.log10(rms / loudestSample);
  return Math.min(1, Math.max(0, (decibels - quiet) / (loud - quiet)));
}
