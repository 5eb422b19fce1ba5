import { expect, test } from 'vitest';
import { decodeAll, decodeFailures, decodePacket, decodePackets } from './decode.fixture.ts';
import { createDecoder } from './decoder.ts';
import { encodePacket, type PacketFields } from './encode.ts';
import { readFactors } from './factors.ts';
import { createSm4, readPrinted } from './sm4.ts';

// GB/T 32907, the example of the cipher's own standard.
const standardBlock = Buffer.from('0123456789abcdeffedcba9876543210', 'hex');
// HJ 212-2025, Annex A.2: key '0' × 16.
const annexKey = Buffer.from('0000000000000000');
const annexPlain =
  '##0234QN=20240520210700000;ST=31;CN=2051;PW=123456;MN=010000A8900016F000169DC0;Flag=9;CP=&&DataTime=20240520210600;a01011-Min=1.35,a01011-Avg=1.35,a01011-Max=1.35,a01011-Flag=N;a01014-Min=3.20,a01014-Avg=3.20,a01014-Max=3.20,a01014-Flag=N&&B541\r\n';
const annexCipher = Buffer.from(
  'E43E159ACFAB242CB53155FB8B9281A1A242577ABFAED881BE88B72D69FC55ED1A80119FAAC8B3CD33D285CC76F57F2CA7F88B9573C6647E0F07E24609BD6B63EB20C5B9784F28E71D2F4994FF61D9E13B391A1D2A454B65388D5D9435DBF021528C7BF9755EF16518710C0CAC0ADEF9C5156CD0A5A17674AC0ED2ABC40023E9EF70128554B82438E91ADCE98A0D03A4',
  'hex',
);
const header = annexPlain.slice(6, annexPlain.indexOf('DataTime'));
const tail = 'g=N&&';

function annexFrame(content: Uint8Array): Buffer {
  const segment = Buffer.concat([Buffer.from(header), content, Buffer.from(tail)]);
  const length = String(segment.length).padStart(4, '0');
  return Buffer.concat([Buffer.from(`##${length}`), segment, Buffer.from('B541\r\n')]);
}

const printedCipher = Buffer.from(
  `{${[...annexCipher].map((byte) => `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(',')}}`,
);

const sample: PacketFields = {
  version: '2025',
  qn: '20261115083000123',
  st: '22',
  cn: '2011',
  pw: '123456',
  mn: '010000A8900016F000169DC0',
  items: [
    [{ name: 'DataTime', value: '20261115083000' }],
    [
      { name: 'a34004-Rtd', value: '56' },
      { name: 'a34004-Flag', value: 'N' },
    ],
  ],
};

test('encrypts the example block of the cipher’s own standard', () => {
  const sm4 = createSm4(standardBlock);
  expect(sm4.encrypt(standardBlock).toString('hex')).toBe('681edf34d206965e86b3e94f536e4246');
});

test('leaves a rest of fewer than sixteen bytes unencrypted', () => {
  const sm4 = createSm4(annexKey);
  const content = Buffer.from(annexPlain.slice(annexPlain.indexOf('DataTime'), annexPlain.lastIndexOf('&&')));
  expect(sm4.encrypt(content)).toEqual(Buffer.concat([annexCipher, Buffer.from('g=N')]));
  expect(sm4.encrypt(Buffer.from('short')).toString()).toBe('short');
});

test.each([
  ['raw bytes', annexCipher],
  ['the annex’s printed notation', printedCipher],
])('decrypts the annex’s example from %s, in any pieces', (_, content) => {
  const plain = decodePacket(annexPlain);
  for (const crc of ['hj212', 'none'] as const) {
    for (const sizes of [[], [1], [100, 7]]) {
      const packets = decodePackets(annexFrame(content), { key: annexKey, crc }, sizes);
      expect(packets).toEqual([{ ...plain, encrypted: true }]);
    }
  }
});

test('encrypts the annex’s example as the annex does', () => {
  const plain = decodePacket(annexPlain);
  const items = plain.cp.split(';').map((item) =>
    item.split(',').map((field) => {
      const [name = '', value = ''] = field.split('=');
      return { name, value };
    }),
  );
  const fields = { ...sample, qn: '20240520210700000', st: '31', cn: '2051', wantsAnswer: true, items };
  expect(encodePacket(fields)).toEqual(Buffer.from(annexPlain));
  expect(encodePacket(fields, { key: annexKey })).toEqual(annexFrame(annexCipher));
});

test('accepts plain text from a device with a key', () => {
  expect(decodePacket(annexPlain, { key: annexKey })).toMatchObject({ encrypted: false, cn: '2051' });
});

test.each([
  ['raw', annexCipher],
  ['printed', printedCipher],
])('reports %s cipher text without a key as encrypted', (_, content) => {
  expect(decodeFailures(annexFrame(content))).toEqual(['encrypted']);
  expect(decodeFailures(annexFrame(content), { crc: 'none' })).toEqual(['encrypted']);
});

test('never reads a number with a wrong key, although one in 256 passes the CRC', () => {
  const frame = encodePacket(sample, { key: annexKey });
  expect(decodePackets(frame, { key: annexKey })).toHaveLength(1);
  for (let at = 0; at < 2000; at++) {
    const key = Buffer.alloc(16, 1);
    key.writeUInt32BE(at, 12);
    for (const crc of at % 10 === 0 ? (['hj212', 'none'] as const) : (['hj212'] as const)) {
      const { decoded } = decodeAll(frame, { key, crc });
      expect(decoded.map((each) => !each.ok && each.reason)).toEqual(['sm4']);
    }
  }
});

test('refuses the printed notation of fewer than sixteen bytes, because it proves no key', () => {
  for (const crc of ['hj212', 'none'] as const) {
    const plain = encodePacket(
      { ...sample, cn: '2021', items: [[{ name: 'A-State', value: '1' }]] },
      { crc },
    );
    const segment = plain.subarray(6, -6).toString().replace('&&A-State', '&&{0x41}-State');
    const frame = `##${String(segment.length).padStart(4, '0')}${segment}${plain.subarray(-6).toString()}`;
    expect(decodeFailures(frame, { key: annexKey, crc })).toEqual(['sm4']);
  }
});

test('reports damaged plain text of a device with a key as a wrong CRC', () => {
  expect(decodeFailures(annexPlain.replace('1.35', '1.36'), { key: annexKey })).toEqual(['crc']);
});

test('frames cipher text with hashes and line ends by its length', () => {
  const sm4 = createSm4(annexKey);
  for (let at = 0, found = 0; found < 20 && at < 100_000; at++) {
    const cp = `a34004-Rtd=${String(at).padStart(5, '0')};a34002-Rtd=118;a50001-Rtd=62.4`;
    const blocks = sm4.encrypt(Buffer.from(cp)).subarray(0, -8);
    if (!blocks.includes('##') && !blocks.includes('&&') && !blocks.includes('\n#')) continue;
    found++;
    const items = cp
      .split(';')
      .map((item) => [{ name: item.split('=')[0] ?? '', value: item.split('=')[1] ?? '' }]);
    const frame = encodePacket({ ...sample, items }, { key: annexKey });
    const [packet] = decodePackets(frame, { key: annexKey }, [9]);
    expect(readFactors(packet?.cp ?? '')[0]?.Rtd).toBe(at);
  }
});

test('sends commands unencrypted where the standard does', () => {
  const fields = { ...sample, cn: '1012', items: [[{ name: 'SystemTime', value: '20261115083001' }]] };
  expect(encodePacket(fields, { key: annexKey })).toEqual(encodePacket(fields));
});

test('refuses a key of another length at once', () => {
  expect(() => createDecoder({ key: Buffer.alloc(15) })).toThrow(RangeError);
  expect(() => encodePacket(sample, { key: Buffer.alloc(32) })).toThrow(/key/);
});

test.each(['{0xE4,0x3E', '{0xE4;0x3E}', '{}', 'DataTime=1'])(
  'does not read %j as the printed notation',
  (text) => {
    expect(readPrinted(Buffer.from(text))).toBeNull();
  },
);
