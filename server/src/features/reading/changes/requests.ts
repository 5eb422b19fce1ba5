/** The steps whose values are shown and changed as one. */
export type ValueStep = 'minute' | 'hour';

/** Who changes values, and the reason: entered by the user, or a translation key. */
export interface Author {
  operName: string;
  reason: string;
}

/** A requested manual change of a value of a minute or an hour, by its start. */
export interface ValueChange {
  ts: number;
  slot: number;
  /** Another value, none, the measured value again, or the sent number although it is out of range. */
  requested: { value: number | null } | { withdrawn: true } | { accepted: true };
  /** The value that the user saw, to detect conflicts; for `accepted` the number out of range. */
  before?: number | null;
}

/** The requested changes of one site. */
export interface SiteChanges {
  siteId: number;
  step: ValueStep;
  values: readonly ValueChange[];
}

/** Values of a site for a minute or an hour, by its start; those outside the range of their channel are kept and marked. */
export interface ImportedRow {
  siteId: number;
  ts: number;
  values: readonly (readonly [slot: number, value: number])[];
}

/** The outcome of a row: some values are new, replaced others, or were discarded; or all are unchanged. */
export type ImportOutcome = 'added' | 'replaced' | 'kept' | 'same';

export interface ImportPlan extends Author {
  step: ValueStep;
  /** Whether different stored values are replaced, as by a manual correction. */
  replace: boolean;
  /** Only reports the outcomes and writes nothing. */
  trial?: boolean;
}
