import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import type { TestApp } from '../../testing/app.ts';
import { wrapFile } from '../../testing/upload.ts';

/** An archive whose parts are stored uncompressed. */
function makeZip(parts: Record<string, string>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(Buffer.byteLength(content), 14);
    facts.writeUInt32LE(Buffer.byteLength(content), 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name + content)]);
    directory.push(Buffer.from('PK\x01\x02\x14\0'), facts, place, Buffer.from(name));
    bodies.push(body);
    offset += body.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(bodies.length, 4);
  end.writeUInt16LE(bodies.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, ...directory, Buffer.from('PK\x05\x06'), end]);
}

const office = (folder: string, more: Record<string, string> = {}) =>
  makeZip({ '[Content_Types].xml': '<Types/>', [`${folder}/document.xml`]: '<x/>', ...more });
const compound = (stream: string) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1000),
    Buffer.from(`${stream}\0`, 'utf16le'),
    Buffer.alloc(1000),
  ]);

function makePicture(width: number, height: number, alpha = 1) {
  const background = { r: 20, g: 120, b: 200, alpha };
  return sharp({ create: { width, height, channels: 4, background } });
}

const png = await makePicture(900, 600, 0.5).png().toBuffer();
const jpeg = await makePicture(900, 600)
  .jpeg()
  .withExif({ IFD0: { Copyright: 'EXIF-SECRET' } })
  .toBuffer();

/** One file of every type that can be uploaded, by its extension. */
export const sampleFiles: Record<string, Buffer> = {
  png,
  jpg: jpeg,
  gif: await makePicture(60, 40).gif().toBuffer(),
  webp: await makePicture(60, 40).webp().toBuffer(),
  pdf: Buffer.from('%PDF-1.7\n1 0 obj\nendobj\n%%EOF'),
  docx: office('word'),
  xlsx: office('xl'),
  pptx: office('ppt'),
  odt: makeZip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<x/>' }),
  ods: makeZip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }),
  odp: makeZip({ mimetype: 'application/vnd.oasis.opendocument.presentation', 'content.xml': '<x/>' }),
  doc: compound('WordDocument'),
  xls: compound('Workbook'),
  ppt: compound('PowerPoint Document'),
  zip: makeZip({ 'readme.txt': 'hello' }),
  csv: Buffer.from('站点,PM2.5\n一号,35\n"a < b",<5\n'),
  txt: Buffer.from('\ufeffPM2.5 < 35 µg/m³, x<y\r\n\tfin'),
  mp4: Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0'), Buffer.alloc(100)]),
  apk: makeZip({ 'AndroidManifest.xml': '\x03', 'classes.dex': 'dex' }),
  gz: gzipSync('firmware'),
  bin: Buffer.from('00000220edfe0008fffe', 'hex'),
};

/** Forbidden contents under misleading names. */
const page = '<!DOCTYPE html><html><script>alert(1)</script></html>';
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
export const disguisedFiles: [string, Buffer][] = [
  ['page.png', Buffer.from(page)],
  ['page.jpg', Buffer.from(page)],
  ['drawing.png', Buffer.from(svg)],
  ['drawing.webp', Buffer.from(`<?xml version="1.0"?>${svg}`)],
  ['page.txt', Buffer.from(page)],
  ['late.txt', Buffer.from(`${'a'.repeat(70_000)}${page}`)],
  ['xml.csv', Buffer.from('  \n<anything>')],
  ['script.txt', Buffer.from('#!/bin/sh\nrm -rf /')],
  ['page.pdf', Buffer.from(` ${page}`)],
  ['wide.txt', Buffer.from(`\ufeff${page}`, 'utf16le')],
  ['program.pdf', Buffer.from('4d5a9000', 'hex')],
  ['program.zip', Buffer.from('7f454c46', 'hex')],
  ['cut.zip', makeZip({ 'a.txt': 'a' }).subarray(0, 40)],
  ['macros.docx', office('word', { 'word/vbaProject.bin': 'x' })],
  ['sheet.docx', office('xl')],
  ['plain.docx', makeZip({ 'a.txt': 'a' })],
  ['installer.doc', compound('Binary.Installer')],
  ['book.doc', compound('Workbook')],
  ['photo.pdf', jpeg],
  ['still.mp4', Buffer.concat([Buffer.from('\0\0\0\x18ftypheic'), Buffer.alloc(100)])],
];

/** A picture of 900 megapixels in a hundred kilobytes. */
export function makePictureBomb(side = 30_000): Buffer {
  const part = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    part('IHDR', head),
    part('IDAT', deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)))),
    part('IEND', Buffer.alloc(0)),
  ]);
}

export const uploadBytes = (test: TestApp, token: string, name: string, bytes: Uint8Array, query = '') => {
  const { payload, headers } = wrapFile(bytes, 'file', name);
  return test.send('POST', `/common/upload?lang=en&${query}`, { token, payload, headers });
};

/** Uploads a file as a browser does and returns its id. */
export async function uploadSample(test: TestApp, token: string, extension: string, purpose = 'attachment') {
  const bytes = sampleFiles[extension] ?? Buffer.alloc(0);
  const { body } = await uploadBytes(test, token, `sample.${extension}`, bytes, `purpose=${purpose}`);
  if (body.code !== 200) throw new Error(body.msg);
  return String(body['id']);
}
