/** The energetic mean of sound levels in dB: an hour at 80 and one at 60 have a mean of 77, not 70. */
export function averageNoise(levels: readonly (number | null)[]): number | null {
  const measured = levels.filter((level): level is number => level !== null && Number.isFinite(level));
  if (measured.length === 0) return null;
  // Levels are relative to the loudest one, so that the power of ten cannot overflow.
  const loudest = measured.reduce((most, level) => Math.max(most, level));
  const energy = measured.reduce((sum, level) => sum + 10 ** ((level - loudest) / 10), 0);
  return loudest + 10 * Math.log10(energy / measured.length);
}
