import type { IndexPollutant } from '@limpid/aqi/pollutant';

/** A value of one pollutant on one day: µg/m³, CO in mg/m³; of ozone the highest 8-hour mean. */
interface DayValue {
  value: number;
  /** Enough of its hours are valid. */
  valid: boolean;
}

/** One day of a site, a station, or of all of them together. */
export interface ReportDay {
  day: string;
  /** Null where it is missing or withheld. */
  aqi: number | null;
  primary: readonly string[];
  /** The index is based on fewer pollutants than the standard requires. */
  reference: boolean;
  values: Partial<Record<IndexPollutant, DayValue>>;
}
