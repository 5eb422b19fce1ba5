import { type Mark, type MarkedEdit, bits as why } from './reading.ts';

const version = 1;
/** Bits for the optional parts of a packed mark; `bits` of a mark never use them. */
const [isEdited, isWithdrawn, hasRaw, hasRank] = [4, 8, 64, 128];
const head = 3;

function sizeOf(parts: number): number {
  const edit = parts & isEdited ? 12 : parts & isWithdrawn ? 8 : 0;
  return head + (parts & hasRaw ? 4 : 0) + (parts & hasRank ? 8 : 0) + edit;
}

function partsOf({ raw, rank, edit }: Mark): number {
  const edited = edit ? (edit.withdrawn ? isWithdrawn : isEdited) : 0;
  return (raw === null ? 0 : hasRaw) | (rank === null ? 0 : hasRank) | edited;
}

/** Marks as bytes: a version, then for each mark slot, flag, bits, and its raw value, rank and edit if it has them. */
export function packMarks(marks: readonly Mark[]): Buffer | null {
  if (marks.length === 0) return null;
  const sorted = marks.toSorted((a, b) => a.slot - b.slot);
  const bytes = Buffer.allocUnsafe(sorted.reduce((sum, mark) => sum + sizeOf(partsOf(mark)), 1));
  let at = bytes.writeUInt8(version, 0);
  for (const mark of sorted) {
    const { slot, flag, bits, raw, rank, edit } = mark;
    at = bytes.writeUInt8(slot, at);
    at = bytes.writeUInt8(flag.charCodeAt(0) & 0x7f, at);
    at = bytes.writeUInt8(bits | partsOf(mark), at);
    if (raw !== null) at = bytes.writeFloatBE(raw, at);
    if (rank !== null) at = bytes.writeBigInt64BE(BigInt(rank), at);
    if (edit && !edit.withdrawn) at = bytes.writeFloatBE(edit.measured ?? Number.NaN, at);
    if (edit) at = bytes.writeBigInt64BE(BigInt(edit.rank), at);
  }
  return bytes;
}

/**
 * The slots of packed marks: whether a value was sent or imported, whether a manual change counts, the number out of range,
 * if it does not count, and whether the value was imported.
 */
export function eachMarked(
  bytes: Buffer,
  onSlot: (
    slot: number,
    came: boolean,
    edited: boolean,
    outOfRange: number | undefined,
    imported: boolean,
  ) => void,
): void {
  for (let at = 1; at < bytes.length; ) {
    const parts = bytes[at + 2] ?? 0;
    const edited = (parts & isEdited) !== 0;
    const isOutside = (parts & why.range) !== 0 && (parts & hasRaw) !== 0 && !edited;
    const outOfRange = isOutside ? bytes.readFloatBE(at + head) : undefined;
    onSlot(bytes[at] ?? 0, (parts & why.absent) === 0, edited, outOfRange, (parts & why.imported) !== 0);
    at += sizeOf(parts);
  }
}

export function unpackMarks(bytes: Buffer | null): Mark[] {
  if (!bytes) return [];
  if (bytes[0] !== version) throw new Error(`Marks of version ${bytes[0]} cannot be read.`);
  const marks: Mark[] = [];
  for (let at = 1; at < bytes.length; ) {
    const slot = bytes.readUInt8(at);
    const flag = String.fromCharCode(bytes.readUInt8(at + 1));
    const packed = bytes.readUInt8(at + 2);
    at += head;
    const raw = packed & hasRaw ? bytes.readFloatBE(at) : null;
    if (raw !== null) at += 4;
    const rank = packed & hasRank ? Number(bytes.readBigInt64BE(at)) : null;
    if (rank !== null) at += 8;
    const edit = readEdit(bytes, at, packed);
    if (edit) at += edit.withdrawn ? 8 : 12;
    const reasonBits = packed & ~(hasRaw | hasRank | isEdited | isWithdrawn);
    marks.push({ slot, flag, bits: reasonBits, raw, rank, ...(edit && { edit }) });
  }
  return marks;
}

function readEdit(bytes: Buffer, at: number, packed: number): MarkedEdit | undefined {
  if (packed & isWithdrawn)
    return { withdrawn: true, measured: null, rank: Number(bytes.readBigInt64BE(at)) };
  if (!(packed & isEdited)) return undefined;
  const measured = bytes.readFloatBE(at);
  return {
    withdrawn: false,
    measured: Number.isNaN(measured) ? null : measured,
    rank: Number(bytes.readBigInt64BE(at + 4)),
  };
}
