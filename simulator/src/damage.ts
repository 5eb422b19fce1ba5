/** The frame with a CRC that is not its own: one digit of it is another. */
export function damageFrame(frame: Buffer): Buffer {
  const damaged = Buffer.from(frame);
  const first = damaged.length - 6;
  damaged[first] = damaged[first] === 0x30 ? 0x31 : 0x30;
  return damaged;
}
