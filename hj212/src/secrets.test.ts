import { describe, expect, it } from 'vitest';
import { hidePasswords, isSecretField } from './secrets.ts';

describe('the text of a packet without secrets', () => {
  it.each([
    ['PW=123456;MN=A;CP=&&NewPW=S3cret&&', 'PW=******;MN=A;CP=&&NewPW=******&&'],
    ['i21001-Info=//set NewPW=S3cret//', 'i21001-Info=//set NewPW=******//'],
    ['i21001-Info=//set NewPW=S3//cret//;PolId=a', 'i21001-Info=//set NewPW=******//;PolId=a'],
    ['NewPW=//S3cret//', 'NewPW=******//'],
    ['SK=00112233,SKCreateTime=20260101000000', 'SK=******,SKCreateTime=20260101000000'],
    ['Sm4Key=00112233;DISK=7', 'Sm4Key=******;DISK=7'],
    ['FtpPW-Info=S3cret;PolId=a', 'FtpPW-Info=******;PolId=a'],
    ['a34004-Rtd=1', 'a34004-Rtd=1'],
  ])('%s', (text, hidden) => {
    expect(hidePasswords(text)).toBe(hidden);
  });
});

it.each([
  ['NewPW', true],
  ['SK', true],
  ['Sm4Key', true],
  ['FtpPW-Info', true],
  ['SKCreateTime', false],
  ['DISK', false],
])('knows whether %s is a secret field', (name, isSecret) => {
  expect(isSecretField(name)).toBe(isSecret);
});
