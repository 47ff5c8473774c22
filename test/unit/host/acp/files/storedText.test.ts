import { mkdtemp, realpath, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storedText } from '../../../../../src/host/acp/files/storedText';

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'stored-text-')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(bytes: Uint8Array | string) {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  return storedText(path, 'file');
}

it('reads text without its byte order mark, and reports a guessed encoding', async () => {
  expect(await read('a\r\nä')).toEqual({ text: 'a\r\nä', isUtf8: true });
  expect(await read('\uFEFFa')).toEqual({ text: 'a', isUtf8: true });
  expect(await read(Buffer.from([0xff, 0xfe, 0x61, 0]))).toEqual({ text: 'a', isUtf8: false });
  expect(await read(Buffer.from('Gr\xfc\xdfe an alle', 'latin1'))).toEqual({
    text: 'Grüße an alle',
    isUtf8: false,
  });
});

it('refuses in words what is no text, too large, or no file', async () => {
  const picture = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  await expect(read(picture)).rejects.toMatchObject({
    code: 'file.binary',
    message: 'file is not a text file (16 bytes).',
  });
  const large = join(folder, 'large');
  await writeFile(large, '');
  await truncate(large, 11 * 1024 * 1024);
  await expect(storedText(large, 'large')).rejects.toMatchObject({
    code: 'file.unreadable',
    message: 'large cannot be read. It is larger than 10 MB.',
  });
  await expect(storedText(folder, 'folder')).rejects.toMatchObject({ code: 'file.unreadable' });
  expect(await storedText(join(folder, 'none'), 'none')).toBeUndefined();
});
