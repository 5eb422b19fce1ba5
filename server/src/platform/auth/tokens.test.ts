import { describe, expect, it } from 'vitest';
import { hashToken, makeToken, readBearer } from './tokens.ts';

describe('a token', () => {
  it('is 256 random bits, never the same twice', () => {
    const tokens = Array.from({ length: 100 }, makeToken);
    expect(new Set(tokens).size).toBe(100);
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  it('is stored as a hash that does not contain it', () => {
    const token = makeToken();
    expect(hashToken(token)).toHaveLength(32);
    expect(hashToken(token).equals(Buffer.from(token, 'base64url'))).toBe(false);
    expect(hashToken(token).equals(hashToken(token))).toBe(true);
  });
});

describe('an Authorization header', () => {
  const token = makeToken();

  it('yields the token after Bearer, in any spelling of that word', () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) expect(readBearer(`${scheme} ${token}`)).toBe(token);
  });

  it.each([
    ['nothing', undefined],
    ['empty', ''],
    ['the bare token', token],
    ['another scheme', `Basic ${token}`],
    ['two spaces', `Bearer  ${token}`],
    ['a space behind', `Bearer ${token} `],
    ['too short', `Bearer ${token.slice(1)}`],
    ['too long', `Bearer ${token}x`],
    ['two tokens', `Bearer ${token},${token}`],
    ['a quote inside', `Bearer ${token.slice(1)}'`],
    ['a line break', `Bearer ${token}\n`],
    ['the form of a JWT', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
  ])('yields no token if it is %s', (_, header) => {
    expect(readBearer(header)).toBeUndefined();
  });
});
