import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { checkCodeBytes, makeCheckCode, readCheckCode } from './check-code.rule.ts';

const make = () => makeCheckCode(randomBytes(checkCodeBytes));

it('makes codes of 130 random bits', () => {
  const codes = Array.from({ length: 1000 }, make);
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){5}[0-9A-HJKMNP-TV-Z]$/);
  // Every place takes many of the 32 letters.
  for (let place = 0; place < 31; place += 1) {
    if (place % 6 === 5) continue;
    expect(new Set(codes.map((code) => code[place])).size).toBeGreaterThan(25);
  }
});

it('reads what people type: small letters, spaces, and letters that look like digits', () => {
  const code = '01234-56789-ABCDE-FGHJK-MNPQR-S';
  expect(readCheckCode('oi234 56789 abcde fghjk mnpqr s')).toBe(code);
  expect(readCheckCode(code.replaceAll('-', ''))).toBe(code);
  for (const other of ['', code.slice(1), `${code}0`, code.replace('A', 'U')])
    expect(readCheckCode(other)).toBeUndefined();
});
