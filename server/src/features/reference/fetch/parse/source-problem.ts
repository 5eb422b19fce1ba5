/** Why nothing of an answer can be stored; the texts are `reference.problems.<reason>`. */
export type ProblemReason =
  | 'charset'
  | 'connection'
  | 'empty'
  | 'field'
  | 'interrupted'
  | 'json'
  | 'redirect'
  | 'refusedAddress'
  | 'rows'
  | 'status'
  | 'time'
  | 'timeout'
  | 'tls'
  | 'tooLarge'
  | 'unexpected'
  | 'unresolved'
  | 'value';

/** An answer of a source that cannot be used, or a source that does not answer. */
export class SourceProblem extends Error {
  readonly reason: ProblemReason;
  readonly detail: string;

  constructor(reason: ProblemReason, detail = '') {
    super(`source ${reason} ${detail}`.trimEnd());
    this.name = 'SourceProblem';
    this.reason = reason;
    this.detail = detail;
  }
}

/** Why single rows or values of an answer were left out; the texts are `reference.skipped.<reason>`. */
export type SkipReason =
  | 'noCode'
  | 'noTime'
  | 'notFullHour'
  | 'future'
  | 'badValue'
  | 'badPosition'
  | 'otherSensor'
  | 'refused';

export type Skips = Map<SkipReason, number>;

export function countSkip(skips: Skips, reason: SkipReason, count = 1): void {
  skips.set(reason, (skips.get(reason) ?? 0) + count);
}
