export const recorderNames = ['parec', 'arecord', 'sox', 'ffmpeg'] as const;
export type RecorderName = (typeof recorderNames)[number];

const soxOutput = [
  ...['-t', 'raw', '-r', '16000', '-c', '1', '-b', '16', '-e', 'signed-integer', '-L', '-'],
];
const ffmpegOutput = ['-ac', '1', '-ar', '16000', '-f', 's16le', '-flush_packets', '1', '-'];

/**
 * Returns the arguments with which a program records the default microphone to stdout, with little
 * delay; undefined where it cannot.
 */
export function recorderArguments(
  name: RecorderName,
  platform: NodeJS.Platform,
): readonly string[] | undefined {
  const isLinux = platform !== 'win32' && platform !== 'darwin';
  switch (name) {
    case 'parec':
      return isLinux
        ? ['--format=s16le', '--rate=16000', '--channels=1', '--latency-msec=50']
        : undefined;
    case 'arecord':
      return isLinux
        ? ['-q', '-t', 'raw', '-f', 'S16_LE', '-r', '16000', '-c', '1', '--buffer-time=200000']
        : undefined;
    case 'sox': {
      const input = platform === 'win32' ? ['-t', 'waveaudio', 'default'] : ['-d'];
      return ['-q', '--buffer', '2048', ...input, ...soxOutput];
    }
    case 'ffmpeg': {
      const quietly = ['-nostdin', '-hide_banner', '-loglevel', 'error'];
      if (platform === 'darwin') {
        return [...quietly, '-f', 'avfoundation', '-i', ':default', ...ffmpegOutput];
      }
      // On Windows, it asks for the name of a device.
      return isLinux ? [...quietly, '-f', 'pulse', '-i', 'default', ...ffmpegOutput] : undefined;
    }
  }
}
