import { encodePacket } from '@limpid/hj212/encode';
import { createSm4 } from '@limpid/hj212/sm4';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeFrame } from './frame-view.rule.ts';

const fields = {
  version: '2025',
  qn: '20261115080000000',
  st: '22',
  cn: '2011',
  pw: '123456',
  mn: 'M',
  items: [
    [{ name: 'NewPW', value: '654321' }],
    [{ name: 'FtpPassword', value: '654321' }],
    [{ name: 'Note', value: '站点' }],
  ],
} as const;

it.each([
  ['plain', null],
  ['encrypted', createSm4(Buffer.alloc(16, 7))],
])('describes a frame that is %s field by field, without passwords', (_, sm4) => {
  const raw = encodePacket(
    { ...fields, items: fields.items.map((item) => [...item]) },
    { sm4: sm4 ?? undefined },
  );
  const frame = describeFrame({ at: 1, isSent: true, raw: raw.toString('latin1') }, { crc: 'hj212', sm4 });
  expect(frame).toMatchObject({ at: 1, isSent: true, isEncrypted: sm4 !== null });
  expect(frame.header).toContainEqual({ name: 'CN', value: '2011' });
  expect(frame.fields).toEqual([
    { name: 'NewPW', value: '******' },
    { name: 'FtpPassword', value: '******' },
    { name: 'Note', value: '站点' },
  ]);
  expect(JSON.stringify(frame)).not.toMatch(/654321|123456/);
});

it('shows a frame that cannot be read as it was sent', () => {
  const frame = describeFrame({ at: 1, isSent: false, raw: '##00xx\u0001' }, undefined);
  expect(frame).toMatchObject({ raw: '##00xx\ufffd', header: [], fields: [] });
});

it('hides a password in an encrypted frame wherever the last encrypted block ends, also with a wrong key', () => {
  const note = fc.string({ unit: fc.constantFrom('a', '7', ' '), minLength: 1, maxLength: 40 });
  const field = fc.constantFrom(
    { name: 'NewPW', value: 'S3cret' },
    { name: 'FtpPassword', value: 'S3cret' },
    { name: 'SK', value: 'S3cret' },
    { name: 'i21001-Info', value: '//set NewPW=S3cret//' },
  );
  const key = createSm4(Buffer.alloc(16, 7));
  fc.assert(
    fc.property(note, field, fc.boolean(), (value, secret, isKnown) => {
      const items = [[{ name: 'Note', value }], [secret]];
      const raw = encodePacket({ ...fields, items }, { sm4: key }).toString('latin1');
      const sm4 = isKnown ? key : createSm4(Buffer.alloc(16, 8));
      const frame = describeFrame({ at: 1, isSent: false, raw }, { crc: 'hj212', sm4 });
      expect(JSON.stringify(frame)).not.toMatch(/cret/);
    }),
  );
});

it('shows the text of an encrypted frame without a secret', () => {
  const sm4 = createSm4(Buffer.alloc(16, 7));
  const items = [[{ name: 'Note', value: 'x'.repeat(20) }]];
  const raw = encodePacket({ ...fields, items }, { sm4 }).toString('latin1');
  const frame = describeFrame({ at: 1, isSent: false, raw }, { crc: 'hj212', sm4 });
  expect(frame.raw).toMatch(/xxx&&/);
});
