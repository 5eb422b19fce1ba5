import { expect, it } from 'vitest';
import { makeToken } from '../auth/tokens.ts';
import { holdsToken, isOwnOrigin, readOfferedToken } from './handshake.rule.ts';

it.each([
  [undefined, 'air.example', true],
  ['https://air.example', 'air.example', true],
  ['https://air.example', 'air.example:443', true],
  ['http://127.0.0.1:8080', '127.0.0.1:8080', true],
  ['http://AIR.example', 'air.EXAMPLE', true],
  ['https://evil.example', 'air.example', false],
  ['https://air.example.evil.example', 'air.example', false],
  ['http://127.0.0.1:8081', '127.0.0.1:8080', false],
  ['file://air.example', 'air.example', false],
  ['null', 'air.example', false],
  ['', 'air.example', false],
  ['https://', '', false],
])('the origin %s is checked at the host %s', (origin, host, own) => {
  expect(isOwnOrigin(origin, host)).toBe(own);
});

const token = makeToken();

it.each([
  [`limpid, ${token}`, token],
  [`${token},limpid`, token],
  [token, undefined],
  ['limpid', undefined],
  ['limpid, short', undefined],
  [undefined, undefined],
])('the token is read from the subprotocols %s', (header, found) => {
  expect(readOfferedToken(header)).toBe(found);
});

it.each([
  ['/ws/alarm/user/1', false],
  ['/ws/alarm/user/1?lang=zh_CN', false],
  ['/ws/alarm/user/1?token=', true],
  ['/ws/alarm/user/1?a=1&access_TOKEN=x', true],
  ['/ws/alarm/user/1?Authorization=Bearer%20x', true],
  [`/ws/alarm/user/1?t=${token}`, true],
  [`/ws/alarm/user/1?t=Bearer+${token}`, true],
])('the address %s is searched for secrets', (address, holds) => {
  expect(holdsToken(address)).toBe(holds);
});
