import type { OfferedCommand } from '@limpid/contract/device/offer';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { describeOrder } from './describe-order.ts';

it('names the time of sending instead of the hint of its input', () => {
  const param = {
    paramCode: 'SystemTime',
    paramName: '时间',
    paramNameEn: 'Time',
    paramNameFr: 'Heure',
    paramType: 'time',
    unit: null,
    minValue: null,
    maxValue: null,
    choices: [],
    defaultValue: 'now',
  };
  // The function needs the parameters only, and the keys of its texts.
  const command = { params: [param] } as unknown as OfferedCommand;
  const t = ((key: string) => key) as unknown as TFunction;
  expect(describeOrder(command, [], {}, 'en', t)).toEqual([
    { label: 'Time', text: 'device.order.sendingTime' },
  ]);
});
