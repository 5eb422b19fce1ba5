export interface WindSample {
  /** Degrees the wind blows from, clockwise from north. */
  readonly direction: number | null;
  readonly speed?: number | null;
}

const calmSpeed = 0.2;
const cancelled = 1e-9;

/**
 * The vector mean of the samples that have a direction, weighted by speed when all of them have one. No direction
 * when the air is calm or the samples cancel out.
 */
export function averageWind(samples: readonly WindSample[]): {
  direction: number | null;
  resultant: number | null;
} {
  const measured = samples.flatMap(({ direction, speed }) =>
    direction !== null && Number.isFinite(direction) ? [{ direction, speed: speed ?? Number.NaN }] : [],
  );
  if (measured.length === 0) return { direction: null, resultant: null };
  const weighted = measured.every(({ speed }) => Number.isFinite(speed) && speed >= 0);
  const vectors = measured.map(({ direction, speed }) => ({
    angle: ((direction % 360) * Math.PI) / 180,
    length: weighted ? speed : 1,
  }));
  const meanBy = (part: (vector: { angle: number; length: number }) => number) =>
    vectors.reduce((sum, vector) => sum + part(vector) / vectors.length, 0);
  const east = meanBy(({ angle, length }) => length * Math.sin(angle));
  const north = meanBy(({ angle, length }) => length * Math.cos(angle));
  const speed = meanBy(({ length }) => length);
  const resultant = Math.hypot(east, north);
  const undirected = resultant <= cancelled * speed || (weighted && speed < calmSpeed);
  return { direction: undirected ? null : toDegrees(Math.atan2(east, north)), resultant };
}

/** Normalises to 0 up to 360; rounding errors must not turn a north wind into 359.9999. */
function toDegrees(angle: number): number {
  const degrees = Number(((angle * 180) / Math.PI).toFixed(9));
  return (degrees + 360) % 360;
}

const points = {
  zh: ['北', '东北', '东', '东南', '南', '西南', '西', '西北'],
  en: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'],
  fr: ['N', 'NE', 'E', 'SE', 'S', 'SO', 'O', 'NO'],
} as const;

/** The name of the nearest of the eight compass points. */
export function nameWindPoint(degrees: number, language: keyof typeof points): string | null {
  if (!Number.isFinite(degrees)) return null;
  const turned = (((degrees % 360) + 360 + 22.5) % 360) / 45;
  return points[language][Math.floor(turned)] ?? null;
}
