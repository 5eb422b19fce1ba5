import type { LevelStep } from '../air/level.ts';
import type { ValueRange } from './value-range.ts';

/** The opacity of the bands behind the lines; the colour-blind safe palette is pale and needs more. */
const bandOpacity = { official: 0.06, colourBlindSafe: 0.34 };

interface BandFacts {
  bands: readonly Pick<LevelStep, 'upTo' | 'fill'>[];
  colourBlindSafe: boolean;
  /** The extent of the horizontal axis. */
  from: number;
  to: number;
}

/** The levels of a channel as tints behind its lines. */
export function drawLevelBands(
  { bands, colourBlindSafe, from, to }: BandFacts,
  { min, max }: Pick<ValueRange, 'min' | 'max'>,
) {
  const opacity = bandOpacity[colourBlindSafe ? 'colourBlindSafe' : 'official'];
  const areas = bands.map(({ upTo, fill }, index) => {
    const lower = Math.max(min, bands[index - 1]?.upTo ?? min);
    return { lower, upper: Math.min(max, upTo ?? max), fill };
  });
  return {
    silent: true,
    data: areas
      .filter(({ lower, upper }) => lower < upper)
      .map(({ lower, upper, fill }): [object, object] => [
        { coord: [from, lower], itemStyle: { color: fill, opacity } },
        { coord: [to, upper] },
      ]),
  };
}
