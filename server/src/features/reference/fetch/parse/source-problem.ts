/** Why nothing of an answer can be stored; the texts are `reference.problems.<reason>`. */
export type ProblemReason =
  | 'charset'
  | 'connection'
  | 'empty'
  | 'field'
  | 'future'
  | 'interrupted'
  | 'json'
  | 'old'
  | 'otherHour'
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
    // A part of the answer, which may hold what the database refuses.
    this.detail = detail.replace(/\p{Cc}/gu, ' ').toWellFormed();
  }

  /** Whether the next request would fare the same, whatever it asks for. */
  get endsFetch(): boolean {
    const { reason, detail } = this;
    if (reason === 'status') return refusals.includes(detail);
    if (reason === 'connection') return unreachable.test(detail);
    return endings.includes(reason);
  }
}

/** No key, no right, too many requests. */
const refusals: readonly string[] = ['401', '403', '429'];
/** A connection that breaks may be about one answer. */
const unreachable = /\b(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/;
const endings: readonly ProblemReason[] = [
  'interrupted',
  'refusedAddress',
  'tls',
  'unexpected',
  'unresolved',
];

/** Why single rows, values or whole answers were left out; the texts are `reference.skipped.<reason>`. */
export type SkipReason =
  | 'noCode'
  | 'noTime'
  | 'notFullHour'
  | 'repeatedTime'
  | 'future'
  | 'old'
  | 'badValue'
  | 'badPosition'
  | 'badText'
  | 'otherSensor'
  | 'failedSensor'
  | 'pastHour'
  | 'refused';

export type Skips = Map<SkipReason, number>;

export function countSkip(skips: Skips, reason: SkipReason, count = 1): void {
  skips.set(reason, (skips.get(reason) ?? 0) + count);
}
