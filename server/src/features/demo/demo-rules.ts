import type { RuleType, Severity } from '@limpid/contract/alarm/alarm-rule';

interface DemoRule {
  /** The same for all languages. */
  name: string;
  type: RuleType;
  severity: Severity;
  device: 'AMBIENT' | 'DUST' | 'MICRO';
  channel?: string;
  basis?: 'realtime' | 'minute' | 'hour';
  compare?: 'gt';
  threshold?: number;
  band?: number;
  /** Minutes of a rate of change, hours of a flat line. */
  minutes?: number;
  hours?: number;
  quality?: 'flat';
  reference?: 'difference';
  seconds: number;
}

/** Limits that the simulated air exceeds now and then: some twenty times a month each, at sixty sites. */
export const demoRules: readonly DemoRule[] = [
  {
    name: 'PM2.5 (1 h) > 115 µg/m³',
    type: 'limit',
    severity: 'major',
    device: 'AMBIENT',
    channel: 'PM2.5',
    basis: 'hour',
    compare: 'gt',
    threshold: 115,
    band: 10,
    seconds: 0,
  },
  {
    name: 'PM2.5 ±100 µg/m³ / 10 min',
    type: 'rate',
    severity: 'info',
    device: 'AMBIENT',
    channel: 'PM2.5',
    compare: 'gt',
    threshold: 100,
    band: 20,
    minutes: 10,
    seconds: 0,
  },
  {
    name: 'PM2.5 > 国控站 Reference + 35 µg/m³',
    type: 'reference',
    severity: 'minor',
    device: 'AMBIENT',
    channel: 'PM2.5',
    basis: 'hour',
    compare: 'gt',
    threshold: 35,
    reference: 'difference',
    seconds: 0,
  },
  {
    name: 'PM10 (1 h) > 300 µg/m³',
    type: 'limit',
    severity: 'minor',
    device: 'DUST',
    channel: 'PM10',
    basis: 'hour',
    compare: 'gt',
    threshold: 300,
    band: 30,
    seconds: 0,
  },
  {
    name: 'TSP > 800 µg/m³',
    type: 'limit',
    severity: 'major',
    device: 'DUST',
    channel: 'TSP',
    basis: 'realtime',
    compare: 'gt',
    threshold: 800,
    band: 100,
    seconds: 60,
  },
  {
    name: 'Noise (1 h) > 71 dB',
    type: 'limit',
    severity: 'minor',
    device: 'DUST',
    channel: 'Noise',
    basis: 'hour',
    compare: 'gt',
    threshold: 71,
    band: 2,
    seconds: 0,
  },
  ...(['AMBIENT', 'DUST', 'MICRO'] as const).map((device) => ({
    name: `离线 Offline (${device})`,
    type: 'offline' as const,
    severity: 'major' as const,
    device,
    seconds: 600,
  })),
  {
    name: 'PM2.5 恒值 Flat line (3 h)',
    type: 'quality',
    severity: 'info',
    device: 'MICRO',
    channel: 'PM2.5',
    quality: 'flat',
    hours: 3,
    seconds: 0,
  },
  {
    name: '供电 Power supply',
    type: 'power',
    severity: 'critical',
    device: 'AMBIENT',
    seconds: 0,
  },
];
