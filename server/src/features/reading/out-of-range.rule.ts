const size = 5;

/** Numbers by slot as bytes: one for the slot, four for the number. */
export function packOutOfRange(numbers: ReadonlyMap<number, number>): Buffer {
  const bytes = Buffer.allocUnsafe(numbers.size * size);
  let at = 0;
  for (const [slot, value] of numbers) {
    at = bytes.writeUInt8(slot, at);
    at = bytes.writeFloatBE(value, at);
  }
  return bytes;
}

export function unpackOutOfRange(bytes: Uint8Array | null): Map<number, number> | undefined {
  if (!bytes) return undefined;
  const view = Buffer.from(bytes);
  const numbers = new Map<number, number>();
  for (let at = 0; at < view.length; at += size) numbers.set(view.readUInt8(at), view.readFloatBE(at + 1));
  return numbers;
}
