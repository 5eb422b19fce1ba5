import { type Cursor, nextField, openFields, packWord } from './fields.ts';
import { fieldNames } from './names.ts';
import { readPacketNumber } from './numbers.ts';

export const valueSuffixes = [
  'Rtd',
  'Min',
  'Avg',
  'Max',
  'Cou',
  'ZsRtd',
  'ZsMin',
  'ZsAvg',
  'ZsMax',
  'Data',
  'DayData',
  'NightData',
  'RS',
  'RT',
  'Ala',
] as const;
const textSuffixes = ['Flag', 'EFlag', 'SampleTime', 'Info', 'SN'] as const;

type ValueSuffix = (typeof valueSuffixes)[number];
type TextSuffix = (typeof textSuffixes)[number];
type Slot = { key: ValueSuffix; text: false } | { key: TextSuffix; text: true };

/** The values of one factor in a packet: undefined if not sent, null if not a number. */
export type Factor = { code: string; value?: number | null } & Partial<Record<ValueSuffix, number | null>> &
  Partial<Record<TextSuffix, string>>;

const slots = new Map<string, Slot>([
  ...valueSuffixes.map((key): [string, Slot] => [key, { key, text: false }]),
  ...textSuffixes.map((key): [string, Slot] => [key, { key, text: true }]),
]);
// Nearly all fields have one of these two suffixes.
const rtd = slots.get('Rtd');
const flag = slots.get('Flag');
const packedRtd = packWord('Rtd');
const packedFlag = packWord('Flag');

/** Names of the standard that measure nothing; any other name without a suffix is a vendor's factor. */
const administrative = new Set([...fieldNames, 'CTime']);

const fewFactors = 16;

/** The factors of a CP in order. A factor that repeats a value is listed again, so that no value is lost. */
export function readFactors(cp: string): Factor[] {
  const factors: Factor[] = [];
  const cursor = openFields(cp);
  let index: Map<string, Factor> | null = null;
  let last: Factor | null = null;
  let lastPacked = 0;
  let seen = 0;
  while (nextField(cursor)) {
    const slot = slotOf(cursor);
    const codeEnd = slot ? cursor.hyphen : cursor.nameEnd;
    if (!last || cursor.packedCode !== lastPacked || !isNamed(last.code, cursor, codeEnd)) {
      const code = cp.slice(cursor.name, codeEnd);
      if (!slot && administrative.has(code)) continue;
      if (!slot && code === 'Flag') {
        // Some devices send `a34001-Rtd=92;Flag=N`: the flag can only belong to the factor before it.
        if (last && last.Flag === undefined) last.Flag = valueText(cursor);
        continue;
      }
      // Nearly every code is new; a bit of its hash proves that without a search.
      const mark = 1 << (Math.imul(cursor.packedCode, 0x9e3779b1) >>> 27);
      last = seen & mark ? (index ? (index.get(code) ?? null) : findFactor(factors, code)) : null;
      seen |= mark;
      lastPacked = cursor.packedCode;
      last ??= addFactor(factors, index, code);
    }
    if (hasValue(last, slot)) last = addFactor(factors, index, last.code);
    setValue(last, slot, cursor);
    if (!index && factors.length > fewFactors) index = new Map(factors.map((each) => [each.code, each]));
  }
  return factors;
}

function slotOf({ text, hyphen, packed, nameEnd }: Cursor): Slot | undefined {
  if (hyphen < 0) return undefined;
  const length = nameEnd - hyphen - 1;
  if (length === 3 && packed === packedRtd) return rtd;
  if (length === 4 && packed === packedFlag) return flag;
  return slots.get(text.slice(hyphen + 1, nameEnd));
}

function isNamed(code: string, { text, name }: Cursor, codeEnd: number): boolean {
  return codeEnd - name === code.length && text.startsWith(code, name);
}

function valueText({ text, value, valueEnd }: Cursor): string {
  return valueEnd - value === 1 ? text.charAt(value) : text.slice(value, valueEnd).trim();
}

function hasValue(factor: Factor, slot: Slot | undefined): boolean {
  if (slot === rtd) return factor.Rtd !== undefined;
  if (slot === flag) return factor.Flag !== undefined;
  return factor[slot ? slot.key : 'value'] !== undefined;
}

function setValue(factor: Factor, slot: Slot | undefined, cursor: Cursor): void {
  if (slot?.text) {
    if (slot === flag) factor.Flag = valueText(cursor);
    else factor[slot.key] = valueText(cursor);
    return;
  }
  const value = readPacketNumber(cursor.text, cursor.value, cursor.valueEnd);
  if (slot === rtd) factor.Rtd = value;
  else factor[slot ? slot.key : 'value'] = value;
}

function findFactor(factors: Factor[], code: string): Factor | null {
  for (let at = factors.length - 1; at >= 0; at--) {
    const factor = factors[at];
    if (factor?.code === code) return factor;
  }
  return null;
}

function addFactor(factors: Factor[], index: Map<string, Factor> | null, code: string): Factor {
  // The usual suffixes exist from the start, so that all factors have the same hidden class.
  const factor: Factor = {
    code,
    Rtd: undefined,
    Min: undefined,
    Avg: undefined,
    Max: undefined,
    Cou: undefined,
    Flag: undefined,
  };
  factors.push(factor);
  index?.set(code, factor);
  return factor;
}
