/** y = K x + B, from raw values of a sensor to those of a reference. */
export interface CorrectionLine {
  k: number;
  b: number;
}

/** The raw mean of a site and the mean of the reference in the same hour, in the unit of the channel. */
export interface Pair {
  at: number;
  raw: number;
  reference: number;
}

/** The line of one correction after another. */
export const joinLines = (first: CorrectionLine, second: CorrectionLine): CorrectionLine => ({
  k: second.k * first.k,
  b: second.k * first.b + second.b,
});

export const neutralLine: CorrectionLine = { k: 1, b: 0 };
