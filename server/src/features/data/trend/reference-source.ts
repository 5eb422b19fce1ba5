import type { ReferenceStationChoice } from '@limpid/contract/reference/reference-choice';
import type { Points } from '../../reading/reading.api.ts';

/** Published hours of official stations; implemented by the area `reference`, which itself needs this area. */
export interface ReferenceSource {
  /** The stations of these codes in their order; an unknown code is refused with the name of the field. */
  stations(codes: readonly string[], field: string): Promise<ReferenceStationChoice[]>;
  /** The hours that begin in `[from, to)`, by station and code of the channel; `indexCode` has the published index. */
  hours(
    codes: readonly string[],
    bounds: readonly [from: number, to: number],
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, Points>>>;
}
