import type { OfferedChannel, OfferedCommand, OfferedParam } from '@limpid/contract/device/offer';
import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import type { TFunction } from 'i18next';
import { formatDateTime } from '../../lib/dates.ts';

/** The values of a command in words, as they would be sent; passwords are not shown. */
export function describeOrder(
  { params }: OfferedCommand,
  channels: readonly OfferedChannel[],
  values: Readonly<Record<string, string>>,
  language: Language,
  t: TFunction,
): { label: string; text: string }[] {
  const write = (param: OfferedParam): string => {
    const value = values[param.paramCode] ?? param.defaultValue ?? '';
    if (param.paramType === 'password') return '••••••';
    if (param.paramType === 'time')
      return value === 'now' ? t('device.order.sendingTime') : formatDateTime(value, language);
    if (param.paramType === 'channel') {
      const channel = channels.find(({ code }) => code === value);
      return channel ? `${localised(channel, 'channelName', language)} · ${value}` : value;
    }
    return [value, param.unit].filter(Boolean).join(' ');
  };
  return params.map((param) => ({ label: localised(param, 'paramName', language), text: write(param) }));
}
