export const crcModes = ['hj212', 'modbus', 'arc', 'none'] as const;
export type CrcMode = (typeof crcModes)[number];

const table = new Uint16Array(256).map((_, index) => {
  let rest = index;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >> 1) ^ 0xa001 : rest >> 1;
  return rest;
});

// HJ 212 keeps only the high byte between two steps, and a step is linear: four bytes are processed at once,
// each by a table for as many steps as there are bytes after it.
const once = Uint8Array.from(table, (entry) => entry >> 8);
const twice = once.map((entry) => once[entry] ?? 0);
const thrice = twice.map((entry) => once[entry] ?? 0);
const fourTimes = thrice.map((entry) => once[entry] ?? 0);

/** The check value of `bytes[from, to)`. With 'none' the CRC of received frames is not checked, and sent frames have the one of HJ 212. */
export function computeCrc(bytes: Uint8Array, mode: CrcMode, from = 0, to = bytes.length): number {
  if (mode === 'modbus') return reflectedCrc(bytes, 0xffff, from, to);
  if (mode === 'arc') return reflectedCrc(bytes, 0, from, to);
  return standardCrc(bytes, from, to);
}

function standardCrc(bytes: Uint8Array, from: number, to: number): number {
  if (from >= to) return 0xffff;
  const last = to - 1;
  let high = 0xff;
  let index = from;
  for (; index + 4 <= last; index += 4) {
    high =
      (fourTimes[high ^ (bytes[index] ?? 0)] ?? 0) ^
      (thrice[bytes[index + 1] ?? 0] ?? 0) ^
      (twice[bytes[index + 2] ?? 0] ?? 0) ^
      (once[bytes[index + 3] ?? 0] ?? 0);
  }
  for (; index < last; index++) high = once[high ^ (bytes[index] ?? 0)] ?? 0;
  return table[high ^ (bytes[last] ?? 0)] ?? 0;
}

function reflectedCrc(bytes: Uint8Array, start: number, from: number, to: number): number {
  let crc = start;
  for (let index = from; index < to; index++) {
    crc = (crc >> 8) ^ (table[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0);
  }
  return crc;
}

export function writeCrc(crc: number): string {
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
