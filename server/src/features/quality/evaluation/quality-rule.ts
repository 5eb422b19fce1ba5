import type { QualityBasis, QualityTest } from '@limpid/contract/quality/data-rule';

/** A rule with the slots of its channels. */
export interface QualityRule {
  ruleId: number;
  ruleName: string;
  ruleNameEn: string | null;
  ruleNameFr: string | null;
  siteId: number | null;
  /** Its own department and those below it. */
  departments: ReadonlySet<number>;
  deviceTypeId: number | null;
  test: QualityTest;
  basis: QualityBasis;
  slot: number;
  otherSlot: number | null;
  minValue: number | null;
  maxValue: number | null;
  factor: number | null;
  floor: number | null;
  span: number | null;
  rarity: number | null;
  change: number | null;
  tolerance: number | null;
  percent: number | null;
  neighbourKm: number | null;
  stationCode: string | null;
  counts: boolean;
}
