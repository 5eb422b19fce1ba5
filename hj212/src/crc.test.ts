import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeCrc, writeCrc } from './crc.ts';

test.each([
  ['', 'FFFF', 'FFFF', '0000'],
  ['\0', '4040', '40BF', '0000'],
  ['123456789', '2F80', '4B37', 'BB3D'],
])('computes the check values of %j', (text, hj212, modbus, arc) => {
  const bytes = Buffer.from(text);
  expect(writeCrc(computeCrc(bytes, 'hj212'))).toBe(hj212);
  expect(writeCrc(computeCrc(bytes, 'modbus'))).toBe(modbus);
  expect(writeCrc(computeCrc(bytes, 'arc'))).toBe(arc);
});

/** The algorithm of Annex A, literally. */
function annexCrc(bytes: Uint8Array): number {
  let register = 0xffff;
  for (const byte of bytes) {
    register = (register >> 8) ^ byte;
    for (let bit = 0; bit < 8; bit++) {
      const out = register & 1;
      register >>= 1;
      if (out) register ^= 0xa001;
    }
  }
  return register;
}

test('equals the algorithm of Annex A for any bytes and any range', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(64), fc.nat(64), (bytes, a, b) => {
      const [from, to] = [Math.min(a, b, bytes.length), Math.min(Math.max(a, b), bytes.length)];
      expect(computeCrc(bytes, 'hj212', from, to)).toBe(annexCrc(bytes.subarray(from, to)));
    }),
  );
});
