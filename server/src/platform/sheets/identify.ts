type SheetKind = 'xlsx' | 'xls';

const zipSignature = Buffer.from('504b0304', 'hex');
const compoundFileSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Detects the format by the first bytes, because a file name says nothing about the content. */
export function identifySheet(bytes: Buffer): SheetKind | undefined {
  if (bytes.subarray(0, zipSignature.length).equals(zipSignature)) return 'xlsx';
  if (bytes.subarray(0, compoundFileSignature.length).equals(compoundFileSignature) || startsWithBiff(bytes))
    return 'xls';
  return undefined;
}

/** Before Excel 97 a workbook could be a plain stream of records, the first being "beginning of file". */
function startsWithBiff(bytes: Buffer): boolean {
  if (bytes.length < 8 || bytes[0] !== 0x09) return false;
  const versions = [0x00, 0x02, 0x04, 0x08];
  return versions.includes(bytes[1] ?? 0xff) && [4, 6, 8, 16].includes(bytes.readUInt16LE(2));
}
