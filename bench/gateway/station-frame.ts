import { chinaOffsetMs } from '@limpid/contract/durations';
import { encodeData } from '@limpid/hj212/encode';

/** A real-time frame of a station that requests an acknowledgement. */
export function encodeStationFrame(
  mn: string,
  at: number,
  codes: readonly string[],
  values: readonly number[],
): Buffer {
  const digits = new Date(at + chinaOffsetMs).toISOString().replace(/\D/g, '');
  const items = codes.map((code, n) => [
    { name: `${code}-Rtd`, value: (values[n] ?? 0).toFixed(1) },
    { name: `${code}-Flag`, value: 'N' },
  ]);
  const time = [{ name: 'DataTime', value: digits.slice(0, 14) }];
  const fields = {
    version: '2017' as const,
    qn: digits,
    st: '22',
    cn: '2011',
    pw: '123456',
    mn,
    wantsAnswer: true,
  };
  return Buffer.concat(encodeData({ ...fields, items: [time, ...items] }));
}
