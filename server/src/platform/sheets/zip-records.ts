// The records of a zip archive whose sizes become known only after an entry was written (data descriptors).
export interface ZipRecord {
  name: string;
  offset: number;
  crc: number;
  packed: number;
  unpacked: number;
}

const zipVersion = 20;
const zipFlags = 0x0808; // sizes follow the data; names are UTF-8
const deflateMethod = 8;
const dosDate = 0x21; // 1980-01-01: the same rows give the same bytes
const largestSize = 0xffff_ffff;

export function encodeLocalHeader(name: string): Buffer {
  const path = Buffer.from(name);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(zipVersion, 4);
  header.writeUInt16LE(zipFlags, 6);
  header.writeUInt16LE(deflateMethod, 8);
  header.writeUInt16LE(dosDate, 12);
  header.writeUInt16LE(path.length, 26);
  return Buffer.concat([header, path]);
}

export function encodeDataDescriptor(record: ZipRecord): Buffer {
  if (record.unpacked > largestSize || record.offset + record.packed > largestSize) {
    throw new RangeError(`${record.name} does not fit into a zip archive of 4 GiB`);
  }
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x0807_4b50, 0);
  descriptor.writeUInt32LE(record.crc, 4);
  descriptor.writeUInt32LE(record.packed, 8);
  descriptor.writeUInt32LE(record.unpacked, 12);
  return descriptor;
}

export function encodeDirectory(records: readonly ZipRecord[], offset: number): Buffer {
  const directory = Buffer.concat(records.map(encodeDirectoryEntry));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(records.length, 8);
  end.writeUInt16LE(records.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([directory, end]);
}

function encodeDirectoryEntry(record: ZipRecord): Buffer {
  const path = Buffer.from(record.name);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x0201_4b50, 0);
  entry.writeUInt16LE(zipVersion, 4);
  entry.writeUInt16LE(zipVersion, 6);
  entry.writeUInt16LE(zipFlags, 8);
  entry.writeUInt16LE(deflateMethod, 10);
  entry.writeUInt16LE(dosDate, 14);
  entry.writeUInt32LE(record.crc, 16);
  entry.writeUInt32LE(record.packed, 20);
  entry.writeUInt32LE(record.unpacked, 24);
  entry.writeUInt16LE(path.length, 28);
  entry.writeUInt32LE(record.offset, 42);
  return Buffer.concat([entry, path]);
}
