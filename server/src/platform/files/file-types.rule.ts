/** The types of files by content, each with its media type and its allowed extensions. */
interface FileType {
  media: string;
  extensions: readonly [string, ...string[]];
}

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

export const fileTypes = {
  png: { media: 'image/png', extensions: ['png'] },
  jpeg: { media: 'image/jpeg', extensions: ['jpg', 'jpeg'] },
  gif: { media: 'image/gif', extensions: ['gif'] },
  webp: { media: 'image/webp', extensions: ['webp'] },
  pdf: { media: 'application/pdf', extensions: ['pdf'] },
  mp4: { media: 'video/mp4', extensions: ['mp4'] },
  gzip: { media: 'application/gzip', extensions: ['gz', 'tgz'] },
  docx: { media: `${office}.wordprocessingml.document`, extensions: ['docx'] },
  xlsx: { media: `${office}.spreadsheetml.sheet`, extensions: ['xlsx'] },
  pptx: { media: `${office}.presentationml.presentation`, extensions: ['pptx'] },
  odt: { media: `${openDocument}.text`, extensions: ['odt'] },
  ods: { media: `${openDocument}.spreadsheet`, extensions: ['ods'] },
  odp: { media: `${openDocument}.presentation`, extensions: ['odp'] },
  apk: { media: 'application/vnd.android.package-archive', extensions: ['apk'] },
  zip: { media: 'application/zip', extensions: ['zip'] },
  doc: { media: 'application/msword', extensions: ['doc'] },
  xls: { media: 'application/vnd.ms-excel', extensions: ['xls'] },
  ppt: { media: 'application/vnd.ms-powerpoint', extensions: ['ppt'] },
  text: { media: 'text/plain; charset=utf-8', extensions: ['txt'] },
  csv: { media: 'text/csv; charset=utf-8', extensions: ['csv'] },
  bin: { media: 'application/octet-stream', extensions: ['bin'] },
} satisfies Record<string, FileType>;

export type FileTypeName = keyof typeof fileTypes;

/** Detects the type from the first bytes. Containers are inspected further; anything else may be text or raw data. */
export type Signature = FileTypeName | 'archive' | 'compound' | 'program' | 'none';

/** The first bytes in hexadecimal. */
const signatures: [Signature, RegExp][] = [
  ['png', /^89504e470d0a1a0a/],
  ['jpeg', /^ffd8ff/],
  ['gif', /^47494638(?:37|39)61/],
  ['webp', /^52494646.{8}57454250565038(?:20|4c|58)/],
  ['pdf', /^255044462d3[12]2e3/],
  ['gzip', /^1f8b08/],
  ['archive', /^504b(?:0304|0506)/],
  ['compound', /^d0cf11e0a1b11ae1/],
  // Windows, Linux, scripts, WebAssembly, Java and macOS, shortcuts.
  ['program', /^(?:4d5a|7f454c46|2321|0061736d|cafebabe|feedfac[ef]|c[ef]faedfe|4c00000001140200)/],
];

/** Some files of this container format are pictures, which no decoder here reads. */
const videoBrands = /^ftyp(?:isom|iso[2-9]|mp4[12]|avc1|M4V |MSNV|dash)/;

export function readSignature(head: Buffer): Signature {
  if (head[0] === 0 && videoBrands.test(head.toString('latin1', 4, 12))) return 'mp4';
  const start = head.toString('hex', 0, 16);
  return signatures.find(([, pattern]) => pattern.test(start))?.[0] ?? 'none';
}

/** The types of an archive by its beginning and the names of its parts: always an archive, and perhaps a document. */
export function identifyArchive(head: Buffer, parts: readonly string[]): FileTypeName[] {
  const has = (pattern: RegExp) => parts.some((part) => pattern.test(part));
  // A document with macros is a program, whatever its name.
  const isDocument = parts.includes('[Content_Types].xml') && !has(/vbaProject\.bin$/i);
  const stated = /^PK[^]{28}mimetype(\S+?)(?:PK|$)/.exec(head.toString('latin1', 0, 200))?.[1];
  const isOpen = (type: 'odt' | 'ods' | 'odp') =>
    stated === fileTypes[type].media && !has(/^(?:Basic|Scripts)\//);
  const more: [FileTypeName, boolean][] = [
    ['docx', isDocument && has(/^word\//)],
    ['xlsx', isDocument && has(/^xl\//)],
    ['pptx', isDocument && has(/^ppt\//)],
    ['odt', isOpen('odt')],
    ['ods', isOpen('ods')],
    ['odp', isOpen('odp')],
    ['apk', has(/^AndroidManifest\.xml$/)],
  ];
  return [...more.flatMap(([name, holds]) => (holds ? [name] : [])), 'zip'];
}

const markup =
  /<(?:!doctype|!--|!\[cdata|\?(?:xml|php|=)|%|\/?(?:html|head|title|body|script|style|iframe|frameset|object|embed|applet|svg|math|meta|link|base|form|img|video|audio|input|template|xsl:\w+)[\s>/])/i;

/** Text that a browser or another program could interpret as a page. */
export function looksLikeMarkup(text: string): boolean {
  return markup.test(text);
}

/** A page that begins like a picture, which a content-sniffing browser would detect. */
export function containsHtml(head: Buffer): boolean {
  return /<(?:!doctype|html|head|body|script|svg|iframe)[\s>/]/i.test(head.toString('latin1', 0, 1024));
}

/** The same for text in another encoding, or behind binary bytes. */
export function startsLikeMarkup(head: Buffer): boolean {
  const text = head.toString('latin1').replaceAll('\0', '');
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</.test(text) || looksLikeMarkup(text);
}
