const table = new Uint16Array(256).map((_, index) => {
  let rest = index;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >> 1) ^ 0xa001 : rest >> 1;
  return rest;
});

/** CRC-16/MODBUS of `bytes[from, to)`; a frame has its low byte first. */
export function computeModbusCrc(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let crc = 0xffff;
  for (let index = from; index < to; index++)
    crc = (crc >> 8) ^ (table[(crc ^ (bytes[index] ?? 0)) & 0xff] ?? 0);
  return crc;
}
