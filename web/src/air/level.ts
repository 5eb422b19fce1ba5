/** A band of values: it begins where the band below ends and includes its own upper end. */
export interface LevelBand {
  upTo: number | null;
  colour: string;
  name: string;
}

export function findBand<L extends Pick<LevelBand, 'upTo'>>(
  levels: readonly L[],
  value: number,
): L | undefined {
  return levels.find(({ upTo }) => upTo === null || value <= upTo);
}

/** A level as screens show it: background, text colour and name. */
export interface LevelStep {
  upTo: number | null;
  fill: string;
  ink: string;
  name: string;
}

/** One hue from light to dark: distinguishable with any colour vision. */
const safeColours = ['#e2edf9', '#b7d3f0', '#7fb0e2', '#4788c8', '#2260a3', '#0c376b'];
/** The same hue on a dark ground, where high values have to be the bright ones. */
const darkColours = ['#2a5080', '#3570b0', '#5693d2', '#86b5e6', '#b7d3f0', '#e2edf9'];

/** Gives levels their colours: the official ones, or a palette that is colour-blind safe. */
export function colourLevels(levels: readonly LevelBand[], colourBlindSafe: boolean): LevelStep[] {
  return levels.map(({ upTo, colour, name }, place) => {
    const fill = colourBlindSafe ? safeColourAt(place, levels.length) : colour;
    return { upTo, fill, ink: inkOn(fill), name };
  });
}

/** One hue, away from the ground, for this many classes without levels of their own. */
export function colourSequence(count: number, isDark = false): string[] {
  const palette = isDark ? darkColours : safeColours;
  return Array.from({ length: count }, (_, place) => safeColourAt(place, count, palette));
}

/** The palette in order; more levels than colours get mixtures of neighbouring colours. */
function safeColourAt(place: number, count: number, palette: readonly string[] = safeColours): string {
  const last = palette.length - 1;
  const along = count > palette.length ? (place / (count - 1)) * last : place;
  const [before, after] = [palette[Math.floor(along)], palette[Math.ceil(along)]].map((colour) =>
    readParts(colour ?? '#000000'),
  );
  const mixed = (before ?? []).map((part, n) => part + ((after?.[n] ?? part) - part) * (along % 1));
  return `#${mixed.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function readParts(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/** Black or white, whichever has more contrast; one of them always reaches 4.5:1. */
export function inkOn(colour: string): string {
  const luminance = readParts(colour)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
  const [onBlack, onWhite] = [(luminance + 0.05) / 0.05, 1.05 / (luminance + 0.05)];
  return onBlack >= onWhite ? '#000000' : '#ffffff';
}
