/** The frame with one digit of its CRC changed. */
export function corruptCrc(frame: Buffer): Buffer {
  const damaged = Buffer.from(frame);
  const first = damaged.length - 6;
  damaged[first] = damaged[first] === 0x30 ? 0x31 : 0x30;
  return damaged;
}
