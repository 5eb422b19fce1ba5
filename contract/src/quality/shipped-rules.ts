import type { QualityTest } from './data-rule.ts';

/** The code of the channel in HJ 212, its names, and the limits of its tests; units are µg/m³, of CO mg/m³. */
interface ShippedChannel {
  gbCode: string;
  name: string;
  maxValue: number;
  spikeFloor: number;
  flatFloor: number;
  change: number | null;
}

const channels: readonly ShippedChannel[] = [
  { gbCode: 'a34004', name: 'PM2.5', maxValue: 1000, spikeFloor: 2, flatFloor: 8, change: 250 },
  { gbCode: 'a34002', name: 'PM10', maxValue: 2500, spikeFloor: 4, flatFloor: 8, change: 800 },
  { gbCode: 'a21026', name: 'SO2', maxValue: 1500, spikeFloor: 3, flatFloor: 10, change: null },
  { gbCode: 'a21004', name: 'NO2', maxValue: 1000, spikeFloor: 4, flatFloor: 8, change: null },
  { gbCode: 'a21005', name: 'CO', maxValue: 40, spikeFloor: 0.3, flatFloor: 1.5, change: null },
  { gbCode: 'a05024', name: 'O3', maxValue: 800, spikeFloor: 2, flatFloor: 10, change: null },
];

/** A rule that every installation begins with, as a template on hours. */
export interface ShippedRule {
  name: string;
  test: QualityTest;
  gbCode: string;
  otherGbCode?: string;
  minValue?: number;
  maxValue?: number;
  factor?: number;
  floor?: number;
  span?: number;
  change?: number;
  tolerance?: number;
  percent?: number;
  neighbourKm?: number;
}

/** All of them flag and leave every value in the means; excluding flagged values is a choice of the installation. */
export const shippedRules: readonly ShippedRule[] = [
  ...channels.flatMap(({ gbCode, name, maxValue, spikeFloor, flatFloor, change }): ShippedRule[] => [
    { name: `${name} 超量程`, test: 'range', gbCode, minValue: 0, maxValue },
    { name: `${name} 突变`, test: 'spike', gbCode, factor: 3.5, floor: spikeFloor, neighbourKm: 10 },
    { name: `${name} 恒值`, test: 'flat', gbCode, span: 4, floor: flatFloor, neighbourKm: 20 },
    { name: `${name} 缺失`, test: 'missing', gbCode, span: 1 },
    ...(change === null ? [] : [{ name: `${name} 变化率`, test: 'rate' as const, gbCode, change }]),
  ]),
  {
    name: 'PM2.5/PM10 倒挂',
    test: 'relation',
    gbCode: 'a34004',
    otherGbCode: 'a34002',
    tolerance: 2,
    percent: 5,
  },
];
