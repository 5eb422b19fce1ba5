import { MINUTE_MS } from '@limpid/contract/durations';
import type { ForwardMinutes } from '@limpid/contract/forward/target-page';
import type { ChartPanel } from '../../../charts/panels/panels-option.ts';

interface TrafficTexts {
  sent: string;
  failed: string;
  delay: string;
  perMinute: string;
  seconds: string;
  format: (value: number) => string;
}

interface TrafficColours {
  sent: string;
  failed: string;
  delay: string;
}

/**
 * Packets per minute with zeros where nothing was sent, and the delay of acknowledgements with gaps there. Failures are
 * drawn only beside failures: a red line along zero would look like trouble.
 */
export function makeTrafficPanels(
  { from, to, minutes }: ForwardMinutes,
  texts: TrafficTexts,
  colours: TrafficColours,
): ChartPanel[] {
  const first = Math.ceil(from / MINUTE_MS);
  const count = Math.max(0, Math.floor(to / MINUTE_MS) - first + 1);
  const ts = Array.from({ length: count }, (_, place) => (first + place) * MINUTE_MS);
  const known = new Map(minutes.map((minute) => [minute.ts, minute]));
  const line = (name: 'sent' | 'failed' | 'delay', missing: number | null) => ({
    name: texts[name],
    colour: colours[name],
    ts,
    values: ts.map((moment) => known.get(moment)?.[name] ?? missing),
    format: (value: number) => `${texts.format(value)} ${name === 'delay' ? texts.seconds : texts.perMinute}`,
  });
  const failures = line('failed', 0);
  const failed = {
    ...failures,
    values: failures.values.map((value, at, all) =>
      [all[at - 1], value, all[at + 1]].some((near) => (near ?? 0) > 0) ? value : null,
    ),
  };
  const panel = { decimals: 0, bands: [], limit: null, format: texts.format };
  return [
    { ...panel, unit: texts.perMinute, lines: [line('sent', 0), failed] },
    { ...panel, unit: `${texts.delay} (${texts.seconds})`, lines: [line('delay', null)] },
  ];
}
