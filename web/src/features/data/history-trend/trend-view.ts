export const trendLayouts = ['single', 'multiples'] as const;
export type TrendLayout = (typeof trendLayouts)[number];

/** What the screen shows beside the query. */
export interface TrendView {
  layout: TrendLayout;
  /** Codes of reference stations. */
  references: readonly string[];
  /** Keys of lines that are switched off. */
  hidden: readonly string[];
  /** Whether lines have a band from their lowest to their highest values. */
  hasBand: boolean;
  /** The period before the first zoom, as the address has it; undefined if the whole period is shown. */
  whole: string | undefined;
}

export const maxReferences = 8;

const names = {
  layout: 'layout',
  references: 'references',
  hidden: 'hide',
  band: 'band',
  whole: 'whole',
  period: 'period',
};
/** The parts of the address that are saved with a query. */
export const trendParts = Object.values(names).filter((name) => name !== names.period);

/** In the address only where it differs from the first view. */
const noBand = 'off';
const zoomed = /^\d+\.\.\d+$/;

export function readTrendView(address: URLSearchParams): TrendView {
  const list = (name: string) => [...new Set(address.get(name)?.split(',').filter(Boolean))];
  const isZoomed = zoomed.test(address.get(names.period) ?? '');
  return {
    layout: trendLayouts.find((one) => one === address.get(names.layout)) ?? 'single',
    references: list(names.references).slice(0, maxReferences),
    hidden: list(names.hidden),
    hasBand: address.get(names.band) !== noBand,
    whole: isZoomed ? (address.get(names.whole) ?? undefined) : undefined,
  };
}

/** Writes a part of the view into a copy of the address; other parts stay. */
export function writeTrendView(
  part: Partial<Omit<TrendView, 'whole'>>,
  address: URLSearchParams,
): URLSearchParams {
  const next = new URLSearchParams(address);
  const set = (name: string, value: string) => (value ? next.set(name, value) : next.delete(name));
  if (part.layout) set(names.layout, part.layout === 'single' ? '' : part.layout);
  if (part.references) set(names.references, part.references.join());
  if (part.hidden) set(names.hidden, part.hidden.join());
  if (part.hasBand !== undefined) set(names.band, part.hasBand ? '' : noBand);
  return next;
}

/** Zooms to a range; the first zoom keeps the period to return to. */
export function writeZoom(
  { from, to }: { from: number; to: number },
  period: string,
  address: URLSearchParams,
): URLSearchParams {
  const next = new URLSearchParams(address);
  if (readTrendView(address).whole === undefined) next.set(names.whole, address.get(names.period) ?? period);
  next.set(names.period, `${Math.round(from)}..${Math.round(to)}`);
  return next;
}

/** Returns to the period before the first zoom. */
export function writeWhole(address: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(address);
  const { whole } = readTrendView(address);
  if (whole !== undefined) next.set(names.period, whole);
  next.delete(names.whole);
  return next;
}
