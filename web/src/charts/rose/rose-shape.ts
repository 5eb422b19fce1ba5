interface Wedge {
  path: string;
  /** Position of the class. */
  level: number;
  sector: number;
}

interface RoseShape {
  wedges: Wedge[];
  /** The shares at which rings are drawn, the last at the rim. */
  rings: number[];
}

/** Part of a sector that its wedge takes; the rest is the space to the next one. */
const fill = 0.9;

/** Wedges of a rose whose rim has this radius: their length is the share of all hours, stacked by class. */
export function shapeRose(
  sectors: readonly { direction: number; counts: readonly number[] }[],
  total: number,
  radius: number,
): RoseShape {
  const shares = sectors.map(({ counts }) => counts.map((count) => (total === 0 ? 0 : count / total)));
  const rings = chooseRings(Math.max(0, ...shares.map(sum)));
  const scale = radius / (rings.at(-1) ?? 1);
  const width = (360 / sectors.length) * fill;
  const wedges = sectors.flatMap(({ direction }, sector) => {
    let inner = 0;
    return (shares[sector] ?? []).flatMap((share, level) => {
      const outer = inner + share * scale;
      const path = ringPath(direction, width, inner, outer);
      inner = outer;
      return share > 0 ? [{ path, level, sector }] : [];
    });
  });
  return { wedges, rings };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Two to five rings at round shares, the last not below the largest share. */
function chooseRings(largest: number): number[] {
  const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25].find((one) => largest / one <= 4) ?? 0.5;
  const count = Math.max(1, Math.ceil(largest / step - 1e-9));
  return Array.from({ length: count }, (_, n) => Math.round(step * (n + 1) * 100) / 100);
}

/** The diagonal with the least data around it, in degrees: there the texts of the rings cover nothing. */
export function chooseScaleDirection(data: readonly { direction: number; amount: number }[]): number {
  const amountAround = (diagonal: number) =>
    data
      .filter(({ direction }) => Math.abs(((direction - diagonal + 540) % 360) - 180) <= 22.5)
      .reduce((total, { amount }) => total + amount, 0);
  return [45, 135, 225, 315].toSorted((a, b) => amountAround(a) - amountAround(b))[0] ?? 45;
}

/** Up to five rings at whole speeds, and the rim. */
export function chooseSpeedRings(maxSpeed: number): number[] {
  const step = [1, 2, 5, 10].find((one) => maxSpeed / one <= 5) ?? 20;
  const inner = Array.from({ length: Math.ceil(maxSpeed / step) - 1 }, (_, n) => step * (n + 1));
  // A ring close to the rim would have its text on that of the rim.
  return [...inner.filter((speed) => maxSpeed - speed >= step / 2), maxSpeed];
}

/** The part of a ring around `direction` (degrees clockwise from north), about the origin. */
export function ringPath(direction: number, width: number, inner: number, outer: number): string {
  const [start, end] = [direction - width / 2, direction + width / 2];
  const far = width > 180 ? 1 : 0;
  const at = (degrees: number, radius: number) => {
    const angle = (degrees * Math.PI) / 180;
    return `${round(radius * Math.sin(angle))} ${round(-radius * Math.cos(angle))}`;
  };
  const rim = `A${round(outer)} ${round(outer)} 0 ${far} 1 ${at(end, outer)}`;
  const back =
    inner > 0 ? `L${at(end, inner)}A${round(inner)} ${round(inner)} 0 ${far} 0 ${at(start, inner)}` : 'L0 0';
  return `M${inner > 0 ? at(start, inner) : '0 0'}L${at(start, outer)}${rim}${back}Z`;
}

function round(length: number): number {
  // Avoids negative zero, which prints a sign.
  return Math.round(length * 100) / 100 + 0;
}
