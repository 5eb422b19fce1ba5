import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCellText, decodeEntities, encodeCellText, guardText, unguardText } from './cell-text.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  // Lone surrogates, control characters and pieces of the escape itself, close together.
  fc
    .array(
      fc.constantFrom(
        '_',
        'x',
        'X',
        '0',
        '00',
        '41',
        'F',
        '_x0041_',
        '\r',
        '\u0000',
        '\ud83d',
        '\udca8',
        '&',
        '<',
      ),
    )
    .map((parts) => parts.join('')),
);

describe('cell text', () => {
  it('survives encoding and decoding, whatever it contains', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(decodeCellText(decodeEntities(encodeCellText(text)))).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it('contains nothing that XML forbids once it is encoded', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const encoded = encodeCellText(text);
        expect(encoded.isWellFormed()).toBe(true);
        expect([...encoded].every((char) => char >= ' ' || char === '\t' || char === '\n')).toBe(true);
        expect(encoded).not.toMatch(/[<>\ufffe\uffff]|&(?!amp;|lt;|gt;)/);
      }),
      { numRuns: 2000 },
    );
  });

  it('distinguishes a literal escape from a real one', () => {
    expect(encodeCellText('_x0041_')).toBe('_x005F_x0041_');
    expect(encodeCellText('_x0041\u0001')).toBe('_x005F_x0041_x0001_');
  });

  it.each(['=1+1', '+86', '-5', '@cmd', '\tx', '\rx', '\t=1'])(
    'prefixes %j with a tab and removes it again',
    (text) => {
      expect(guardText(text)).toBe(`\t${text}`);
      expect(unguardText(guardText(text))).toBe(text);
    },
  );

  it('is unchanged if it is other text or has tabs of its own', () => {
    expect(guardText('a=1')).toBe('a=1');
    expect(unguardText('\ta')).toBe('\ta');
  });
});
