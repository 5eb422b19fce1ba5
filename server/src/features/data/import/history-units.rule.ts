import { molarMass, molarVolume, type ReferenceTemperature } from '@limpid/aqi/units';
import type { StoredChannel } from '../../reading/reading.api.ts';

export const defaultTemperature: ReferenceTemperature = 25;

/** g/mol by the channel's code in HJ 212; nitrogen oxides are counted as nitrogen dioxide. */
const molarMasses: Readonly<Record<string, number>> = {
  a21026: molarMass.SO2,
  a21004: molarMass.NO2,
  a21003: molarMass.NO,
  a21002: molarMass.NO2,
  a21005: molarMass.CO,
  a05024: molarMass.O3,
  a21001: molarMass.NH3,
  a21028: molarMass.H2S,
  a21024: 36.461, // HCl
  a21022: 70.906, // Cl2
  a05001: 44.009, // CO2
  a25002: 78.114, // benzene
  a25003: 92.141, // toluene
  a25005: 106.168, // xylene
  a31001: 30.026, // formaldehyde
};

type Dimension =
  | 'mass' // µg/m³
  | 'volume' // ppb
  | 'temperature' // °C
  | 'pressure' // Pa
  | 'speed' // m/s
  | 'ratio' // %
  | 'angle' // °
  | 'sound' // dB(A)
  | 'length'; // mm

interface Unit {
  /** The spelling shown to users. */
  label: string;
  dimension: Dimension;
  /** The conversion to the unit of the dimension: value × factor + offset. */
  factor: number;
  offset?: number;
  spellings: readonly string[];
}

/** The words of a text. */
export function listWords(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

const units: readonly Unit[] = [
  { label: 'ng/m³', dimension: 'mass', factor: 1e-3, spellings: ['ng/m3', 'ngm3', 'ng/nm3'] },
  {
    label: 'µg/m³',
    dimension: 'mass',
    factor: 1,
    spellings: listWords(`
      ug/m3 ugm3 ugm-3 ug*m-3 ug/nm3 ug/cum mcg/m3 microg/m3 micrograms/m3
      ug/m3lc ug/m3sc ug/m3(lc) ug/m3(25c) ug.m-3 μg每立方米 microgram/m3
      microgramspercubicmeter microgrammespermetercubed micrograms/cubicmeter 微克/立方米 微克每立方米
      micrograms/cubicmeter(lc) micrograms/cubicmeter(25c)
    `),
  },
  {
    label: 'mg/m³',
    dimension: 'mass',
    factor: 1000,
    spellings: listWords(`
      mg/m3 mgm3 mgm-3 mg.m-3 mg/nm3 millig/m3 milligrams/m3 milligram/m3
      milligramspercubicmeter milligrams/cubicmeter 毫克/立方米 毫克每立方米
    `),
  },
  { label: 'g/m³', dimension: 'mass', factor: 1e6, spellings: ['g/m3', 'gm-3', '克/立方米'] },
  {
    label: 'ppt',
    dimension: 'volume',
    factor: 1e-3,
    spellings: ['ppt', 'pptv', 'partspertrillion', 'pmol/mol'],
  },
  {
    label: 'ppb',
    dimension: 'volume',
    factor: 1,
    spellings: ['ppb', 'ppbv', 'partsperbillion', 'nmol/mol', 'nl/l'],
  },
  {
    label: 'ppm',
    dimension: 'volume',
    factor: 1000,
    spellings: ['ppm', 'ppmv', 'partspermillion', 'umol/mol', 'ul/l', 'ml/m3'],
  },
  {
    label: '°C',
    dimension: 'temperature',
    factor: 1,
    spellings: ['°c', 'degc', 'c', 'celsius', 'degreecelsius', 'degreescelsius', 'oc', '摄氏度'],
  },
  {
    label: '°F',
    dimension: 'temperature',
    factor: 5 / 9,
    offset: -160 / 9,
    spellings: ['°f', 'degf', 'f', 'fahrenheit', 'degreesfahrenheit', '华氏度'],
  },
  { label: 'K', dimension: 'temperature', factor: 1, offset: -273.15, spellings: ['k', 'kelvin', '开尔文'] },
  { label: 'Pa', dimension: 'pressure', factor: 1, spellings: ['pa', 'pascal', '帕'] },
  {
    label: 'hPa',
    dimension: 'pressure',
    factor: 100,
    spellings: ['hpa', 'hectopascal', '百帕', 'mbar', 'mb', 'millibar', 'millibars'],
  },
  { label: 'kPa', dimension: 'pressure', factor: 1000, spellings: ['kpa', 'kilopascal', '千帕'] },
  { label: 'bar', dimension: 'pressure', factor: 100_000, spellings: ['bar'] },
  { label: 'atm', dimension: 'pressure', factor: 101_325, spellings: ['atm'] },
  {
    label: 'mmHg',
    dimension: 'pressure',
    factor: 101_325 / 760,
    spellings: ['mmhg', 'torr', '毫米汞柱', 'millimeters(mercury)'],
  },
  { label: 'inHg', dimension: 'pressure', factor: 3386.389, spellings: ['inhg', 'inchesofmercury'] },
  {
    label: 'm/s',
    dimension: 'speed',
    factor: 1,
    spellings: ['m/s', 'ms-1', 'm.s-1', 'mps', 'meters/second', 'metre/s', '米/秒', '米每秒'],
  },
  {
    label: 'km/h',
    dimension: 'speed',
    factor: 1 / 3.6,
    spellings: ['km/h', 'kmh', 'kph', 'kmh-1', '公里/小时'],
  },
  { label: 'mph', dimension: 'speed', factor: 0.447_04, spellings: ['mph', 'miles/hour', 'mi/h'] },
  {
    label: 'kn',
    dimension: 'speed',
    factor: 1852 / 3600,
    spellings: ['kn', 'kt', 'kts', 'knot', 'knots', '节'],
  },
  {
    label: '%',
    dimension: 'ratio',
    factor: 1,
    spellings: ['%', '%rh', 'rh%', 'percent', 'pct', 'percentrelativehumidity', '百分比'],
  },
  {
    label: '°',
    dimension: 'angle',
    factor: 1,
    spellings: ['°', 'deg', 'degree', 'degrees', 'degrescompass', 'degreescompass', 'degré', 'degrés', '度'],
  },
  { label: 'dB(A)', dimension: 'sound', factor: 1, spellings: ['db(a)', 'dba', 'db', '分贝'] },
  { label: 'mm', dimension: 'length', factor: 1, spellings: ['mm', 'millimetre', 'millimeter', '毫米'] },
];

const longestUnit = 60;
const longestTitle = 200;

/** Normalises superscripts, the two µ characters and spaces. */
function plainUnit(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[µμ]/g, 'u')
    .replace(/[º˚]/g, '°')
    .replace(/[−–]/g, '-')
    .replace(/[·⋅]/g, '.')
    .replace(/\^/g, '')
    .toLowerCase()
    .replace(/[\s_]/g, '');
}

const bySpelling = new Map(
  units.flatMap((unit) => [unit.label, ...unit.spellings].map((name) => [plainUnit(name), unit] as const)),
);

const unitLabel = /^(?:单位|units?|unités?)\s*(?:[:：]\s*|(?=[([【（]))/i;
const inBrackets = /^(?:\((.*)\)|\[(.*)\]|【(.*)】)$/;

/** `(mg/m³)`, `[mg/m³]` and `单位：mg/m³` without the text around the unit. */
function bareUnit(text: string): string {
  const bare = text.normalize('NFKC').trim().replace(unitLabel, '');
  const inside = inBrackets.exec(bare)?.slice(1);
  return inside?.find((part) => part !== undefined) ?? bare;
}

function lookUp(text: string): Unit | undefined {
  if (text.length > longestUnit) return undefined;
  return bySpelling.get(plainUnit(text)) ?? bySpelling.get(plainUnit(bareUnit(text)));
}

/** A unit in any known spelling; undefined if it is unknown. */
export function findUnit(text: string): string | undefined {
  return lookUp(text)?.label;
}

const unitInTitle = /(?:单位|\bunits?|\bunités?)\s*:\s*((?:[^()[\]【】]|\([^()]*\)|\[[^[\]]*\])+)/i;

/** The unit that a title gives for the whole table: `空气质量数据（单位：mg/m³）`. */
export function findTitleUnit(text: string): string | undefined {
  return text.length > longestTitle
    ? undefined
    : unitInTitle.exec(text.normalize('NFKC'))?.[1]?.trim() || undefined;
}

export type Convert = (value: number) => number;

const same: Convert = (value) => value;

/** The conversion from one unit to that of the channel; undefined if it is impossible. */
export function makeConversion(
  from: string,
  channel: Pick<StoredChannel, 'unit' | 'gbCode'>,
  celsius: ReferenceTemperature,
): Convert | undefined {
  if (from === channel.unit) return same;
  const source = lookUp(from);
  const target = channel.unit === null ? undefined : lookUp(channel.unit);
  if (!source || !target) return undefined;
  const [factor, offset] = [source.factor / target.factor, (source.offset ?? 0) - (target.offset ?? 0)];
  if (source.dimension === target.dimension) {
    if (factor === 1 && offset === 0) return same;
    // Dividing by a power of ten is exact where multiplying is not: 1200 × 0.001 is not 1.2, 1200 ÷ 1000 is.
    const scale = factor < 1 && Number.isInteger(1 / factor) ? 1 / factor : undefined;
    return (value) => (scale ? value / scale : value * factor) + offset / target.factor;
  }
  const mass = molarMasses[channel.gbCode];
  if (mass === undefined) return undefined;
  const perPpb = mass / molarVolume[celsius];
  if (source.dimension === 'volume' && target.dimension === 'mass') return (value) => value * factor * perPpb;
  if (source.dimension === 'mass' && target.dimension === 'volume')
    return (value) => (value * factor) / perPpb;
  return undefined;
}

const points = listWords(`
  N NNE NE ENE E ESE SE SSE
  S SSW SW WSW W WNW NW NNW
`);

/** The degrees of a compass point, `NNE` or in French `SO`; undefined for any other text. */
export function readCompass(text: string): number | undefined {
  const index = points.indexOf(text.trim().toUpperCase().replaceAll('O', 'W'));
  return index < 0 ? undefined : index * 22.5;
}
