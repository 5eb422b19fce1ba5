const range = 2 ** 32;

/** Hashes seed and index to 32 bits, so that moments can be computed in any order. */
function hash(seed: number, index: number): number {
  let bits = Math.imul(seed ^ 0x51ab3c97, 0x7feb352d) + Math.imul(index, 0x1b873593);
  bits = Math.imul(bits ^ (bits >>> 16), 0x2545f491);
  bits = Math.imul(bits ^ (bits >>> 13), 0x6c8e9cf5);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Uniform from 0 to below 1. */
export function randomUnit(seed: number, index: number): number {
  return hash(seed, index) / range;
}

/** Mean 0, deviation 1, never beyond ±2.45: the sum of two uniform numbers from one hash. */
export function randomNormal(seed: number, index: number): number {
  const bits = hash(seed, index);
  return ((bits >>> 16) + (bits & 0xffff) - 65_535) * (Math.sqrt(6) / 65_536);
}

/** Derives the seed of a part from the seed of the whole. */
export function deriveSeed(seed: number, name: string): number {
  let derived = seed >>> 0;
  for (const letter of name) derived = hash(derived, letter.codePointAt(0) ?? 0);
  return derived;
}

/** Smooth noise around 0 with deviation 1; values further apart than a `span` are independent. */
export function smoothNoise(seed: number, at: number, span: number): number {
  const place = at / span;
  const knot = Math.floor(place);
  const part = place - knot;
  const next = part * part * (3 - 2 * part);
  const here = 1 - next;
  // Between two knots the sum of independent numbers would vary less than at them.
  return (
    (randomNormal(seed, knot) * here + randomNormal(seed, knot + 1) * next) /
    Math.sqrt(here * here + next * next)
  );
}
