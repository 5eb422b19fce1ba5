import { indexCode } from '@limpid/contract/map/indices';

type Pair = readonly [onLight: string, onDark: string];

/** Unlike any colour of a level, and with a contrast of at least 3:1 to the background. */
const blue: Pair = ['#1f6fd6', '#5aa2ff'];
const brown: Pair = ['#96590d', '#e0a458'];
const violet: Pair = ['#7a4fc9', '#b095f0'];
const rose: Pair = ['#c2386b', '#f07fa6'];
const slate: Pair = ['#5b6b7f', '#a3b4c8'];
const teal: Pair = ['#0e7f7f', '#3cc4bd'];
const moss: Pair = ['#3d7d37', '#7fcf78'];
const indigo: Pair = ['#4451b8', '#8f9bf5'];
const rust: Pair = ['#b4501a', '#f39a5f'];
const sky: Pair = ['#0b7fa8', '#4fbfe6'];
const plum: Pair = ['#983b98', '#dd86dd'];
const olive: Pair = ['#6f6d17', '#c4c25a'];

const byChannel = new Map<string, Pair>([
  ['PM2.5', blue],
  ['PM10', brown],
  ['SO2', violet],
  ['NO2', rose],
  ['CO', slate],
  ['O3', teal],
  ['TEM', rust],
  ['RH', sky],
  ['PRES', olive],
  ['WS', indigo],
  ['WD', moss],
  ['Noise', plum],
]);
const others = [...byChannel.values()];
/** Of the index, whose line lies on the colours of its levels. */
const navy: Pair = ['#243b6b', '#c3d0f0'];

/** The colour of a line of a channel or of the index, the same on every screen. */
export function channelColour(code: string, isDark: boolean): string {
  const known = code === indexCode ? navy : byChannel.get(code);
  const [onLight, onDark] = known ?? others[hash(code) % others.length] ?? blue;
  return isDark ? onDark : onLight;
}

/** Far from each other in hue and lightness, also for people who do not see red or green, and unlike any colour of a level. */
const bySite: readonly Pair[] = [
  blue,
  ['#a16707', '#cfba2f'],
  ['#320f71', '#8469e5'],
  ['#3c93ac', '#6cf6fe'],
  ['#894299', '#c576ab'],
  ['#1f4816', '#4c983a'],
  ['#e65676', '#f4dbb2'],
  ['#6c5655', '#beb4c7'],
];
export const siteColourCount = bySite.length;

/** The colour of one of several sites in a chart of a single channel, by its position. */
export function siteColour(position: number, isDark: boolean): string {
  const [onLight, onDark] = bySite[position % bySite.length] ?? blue;
  return isDark ? onDark : onLight;
}

function hash(code: string): number {
  let sum = 7;
  for (const letter of code) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return sum;
}
