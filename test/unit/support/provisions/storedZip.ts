import { crc32 } from 'node:zlib';

/** Creates a ZIP archive with one uncompressed file. */
export function storedZip(path: string, text: string): Buffer {
  const name = Buffer.from(path);
  const content = Buffer.from(text);
  const about = Buffer.alloc(26);
  about.writeUInt16LE(20, 0);
  about.writeUInt32LE(crc32(content), 10);
  about.writeUInt32LE(content.length, 14);
  about.writeUInt32LE(content.length, 18);
  about.writeUInt16LE(name.length, 22);
  const file = Buffer.concat([signature(0x04034b50), about, name, content]);
  // Creator version, comment, disk and attributes are all zero.
  const entry = [signature(0x02014b50), Buffer.alloc(2), about, Buffer.alloc(14), name];
  const directory = Buffer.concat(entry);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(file.length, 12);
  return Buffer.concat([file, directory, signature(0x06054b50), end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
