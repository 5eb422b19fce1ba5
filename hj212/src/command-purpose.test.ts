import { expect, it } from 'vitest';
import { isCriticalRequest } from './command-purpose.ts';

it.each([
  ['PolId=a34004;InfoId=i13003;i13003-Info=5', true],
  ['PolId=a34004;i13003-Info=5', true],
  ['PolId=a34004;InfoId= I13003 ;Info=5', true],
  ['PolId=a34004;InfoId=i13008;i13008-Info=1', false],
  ['PolId=a34004;i13008-Info=1;i13003-Info=5', true],
  ['PolId={PolId};{InfoId}-Info={Value}', true],
  ['PolId={PolId};InfoId=i13008;i13008-Info={Slope}', false],
])('judges by what is written whether it can stop devices measuring: %s', (cp, isCritical) => {
  expect(isCriticalRequest(3021, cp, ['2017'])).toBe(isCritical);
  expect(isCriticalRequest(3020, cp, ['2017'])).toBe(false);
});
