import { describe, expect, it } from 'vitest';
import { correctsOnDevice, writesCoefficient } from './coefficient-info.rule.ts';

describe('a command for K or B', () => {
  it.each([
    ['3021', 'PolId=a34004;InfoId=i13008;i13008-Info=1.02', true],
    ['3021', 'PolId=a34004;InfoId=i13007;i13007-Info=-0.5', true],
    ['3021', 'PolId=a34004;InfoId=i13008;I13008-info=2', true],
    ['3021', 'PolId=a34004;InfoId=i13008;i13008-Info=1.0', false],
    ['3021', 'PolId=a34004;InfoId=i13007;i13007-Info=0', false],
    ['3021', 'PolId=a34004;InfoId=i13003;i13003-Info=60', false],
    ['3020', 'PolId=a34004;InfoId=i13008', false],
    ['3021', '', false],
  ])('%s %s makes the device correct its values: %s', (code, cp, corrects) => {
    expect(correctsOnDevice(code, cp)).toBe(corrects);
  });

  it.each([
    ['3021', 'PolId={PolId};InfoId=i13008;i13008-Info={Slope}', true],
    ['3021', 'PolId={PolId};InfoId=i13007;I13007-info={Intercept}', true],
    ['3021', 'PolId={PolId};{Name}={Value}', true],
    ['3021', 'PolId={PolId};InfoId={InfoId};{InfoId}-Info={Value}', true],
    ['3021', 'PolId={PolId};InfoId=i13003;i13003-Info={Interval}', false],
    ['3020', 'PolId={PolId};InfoId=i13008', false],
    ['3021', null, false],
  ])('%s %s writes it: %s', (code, template, writes) => {
    expect(writesCoefficient(code, template)).toBe(writes);
  });
});
