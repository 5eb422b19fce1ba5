/** A band of values: from where the one below ends up to its own end, which belongs to it. */
export interface Level {
  upTo: number | null;
  colour: string;
  name: string;
}

export function findLevel<L extends Pick<Level, 'upTo'>>(levels: readonly L[], value: number): L | undefined {
  return levels.find(({ upTo }) => upTo === null || value <= upTo);
}

/** A level as it is drawn: on this ground, in this ink. */
export interface Step {
  upTo: number | null;
  fill: string;
  ink: string;
  name: string;
}

/** One hue from light to dark, for people who cannot tell the official colours apart. */
const safeColours = ['#e2edf9', '#b7d3f0', '#7fb0e2', '#4788c8', '#2260a3', '#0c376b'];

export function drawLevels(levels: readonly Level[], isSafe: boolean): Step[] {
  return levels.map(({ upTo, colour, name }, place) => {
    const fill = isSafe ? safeColourAt(place, levels.length) : colour;
    return { upTo, fill, ink: inkOn(fill), name };
  });
}

/** The colours in their order; where there are more levels than colours, those between them too. */
function safeColourAt(place: number, count: number): string {
  const last = safeColours.length - 1;
  const along = count > safeColours.length ? (place / (count - 1)) * last : place;
  const [lighter, darker] = [safeColours[Math.floor(along)], safeColours[Math.ceil(along)]].map((colour) =>
    readParts(colour ?? '#000000'),
  );
  const mixed = (lighter ?? []).map((part, n) => part + ((darker?.[n] ?? part) - part) * (along % 1));
  return `#${mixed.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function readParts(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/** Black or white, whichever can be read better on a colour; one of them always reaches 4.5:1. */
export function inkOn(colour: string): string {
  const luminance = readParts(colour)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
  const [onBlack, onWhite] = [(luminance + 0.05) / 0.05, 1.05 / (luminance + 0.05)];
  return onBlack >= onWhite ? '#000000' : '#ffffff';
}
