import type { QualityTest } from './data-rule.ts';

/** The code of the channel in HJ 212, its name, and the limits of its tests; units are µg/m³, of CO mg/m³. */
interface ShippedChannel {
  gbCode: string;
  name: string;
  maxValue: number;
  spikeFloor: number;
  /** What networks publish for values below the limit of detection. */
  flatFloor: number;
  change: number | null;
}

const channels: readonly ShippedChannel[] = [
  { gbCode: 'a34004', name: 'PM2.5', maxValue: 1000, spikeFloor: 2, flatFloor: 3, change: 250 },
  { gbCode: 'a34002', name: 'PM10', maxValue: 2500, spikeFloor: 4, flatFloor: 6, change: 800 },
  { gbCode: 'a21026', name: 'SO2', maxValue: 1500, spikeFloor: 3, flatFloor: 6, change: null },
  { gbCode: 'a21004', name: 'NO2', maxValue: 1000, spikeFloor: 4, flatFloor: 2, change: null },
  { gbCode: 'a21005', name: 'CO', maxValue: 40, spikeFloor: 0.3, flatFloor: 0.4, change: null },
  { gbCode: 'a05024', name: 'O3', maxValue: 800, spikeFloor: 2, flatFloor: 2, change: null },
];

/** A rule that every installation begins with, as a template on hours. */
export interface ShippedRule {
  name: string;
  nameEn: string;
  nameFr: string;
  test: QualityTest;
  gbCode: string;
  otherGbCode?: string;
  minValue?: number;
  maxValue?: number;
  factor?: number;
  floor?: number;
  span?: number;
  rarity?: number;
  change?: number;
  tolerance?: number;
  percent?: number;
  neighbourKm?: number;
}

function listOfChannel(channel: ShippedChannel): ShippedRule[] {
  const { gbCode, name, maxValue, spikeFloor, flatFloor, change } = channel;
  const named = (zh: string, en: string, fr: string) => ({
    name: `${name} ${zh}`,
    nameEn: `${name} ${en}`,
    nameFr: `${name.replace('.', ',')} ${fr}`,
    gbCode,
  });
  return [
    { ...named('超量程', 'out of range', 'hors plage'), test: 'range', minValue: 0, maxValue },
    {
      ...named('突变', 'spike', 'pic isolé'),
      test: 'spike',
      factor: 3.5,
      floor: spikeFloor,
      neighbourKm: 10,
    },
    {
      ...named('恒值', 'flat line', 'valeur figée'),
      test: 'flat',
      span: 4,
      floor: flatFloor,
      rarity: 2000,
      neighbourKm: 20,
    },
    { ...named('缺失', 'missing', 'valeurs manquantes'), test: 'missing', span: 1 },
    ...(change === null
      ? []
      : [{ ...named('变化率', 'rate of change', 'variation rapide'), test: 'rate' as const, change }]),
  ];
}

/** All of them flag and leave every value in the means; excluding flagged values is a choice of the installation. */
export const shippedRules: readonly ShippedRule[] = [
  ...channels.flatMap(listOfChannel),
  {
    name: 'PM2.5/PM10 倒挂',
    nameEn: 'PM2.5 above PM10',
    nameFr: 'PM2,5 au-dessus de PM10',
    test: 'relation',
    gbCode: 'a34004',
    otherGbCode: 'a34002',
    tolerance: 2,
    percent: 5,
  },
];
