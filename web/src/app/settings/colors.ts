type Rgb = readonly [number, number, number];

const white = '#ffffff';

function parseHex(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function toHex(parts: Rgb): string {
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Relative luminance of WCAG 2. */
function luminance(hex: string): number {
  const [red, green, blue] = parseHex(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number]; // `map` keeps the length
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function computeContrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]; // two went in
  return (light + 0.05) / (dark + 0.05);
}

/** Mixes `share` of `color` into `ground`. */
function mix(ground: string, color: string, share: number): string {
  const [below, above] = [parseHex(ground), parseHex(color)];
  const part = (index: 0 | 1 | 2) => below[index] + (above[index] - below[index]) * share;
  return toHex([part(0), part(1), part(2)]);
}

/** Mixes a colour with another in small steps until the condition holds. */
function lean(color: string, towards: string, isEnough: (candidate: string) => boolean): string {
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mix(color, towards, share);
    if (isEnough(candidate)) return candidate;
  }
  return towards;
}

/** WCAG requires 4.5:1 for text; a little more, because backgrounds vary. */
const readable = 4.55;
const lightGround = '#f4f6f9';
const darkSurface = '#151d27';
const darkElevated = '#1b2531';
const sideDeep = '#1f2d3d';
const black = '#000000';

export interface Shades {
  /** Filled buttons and checkboxes: white text is legible on it. */
  fill: string;
  fillHover: string;
  /** Text, links and lines: legible on every background, including `soft` and `softHover`. */
  text: string;
  textHover: string;
  /** The background of selected items. */
  soft: string;
  softHover: string;
  /** The active item of the sidebar. */
  side: string;
}

function lightShades(base: string): Omit<Shades, 'side'> {
  const soft = mix(white, base, 0.07);
  const softHover = mix(white, base, 0.09);
  const grounds = [white, lightGround, soft, softHover];
  const fill = lean(base, black, (color) =>
    grounds.every((ground) => computeContrast(color, ground) >= readable),
  );
  // A colour that is nearly black gets lighter on hover instead of darker.
  const fillHover = computeContrast(fill, white) > 10 ? mix(fill, white, 0.18) : mix(fill, black, 0.16);
  return { fill, fillHover, text: fill, textHover: fillHover, soft, softHover };
}

function darkShades(base: string, swatch: string): Omit<Shades, 'side'> {
  const dim = lean(base, black, (color) => computeContrast(color, white) >= readable);
  const fill = lean(dim, white, (color) => computeContrast(color, darkSurface) >= 3.2);
  const soft = mix(darkSurface, fill, 0.2);
  const softHover = mix(darkSurface, fill, 0.28);
  const grounds = [darkElevated, soft, softHover];
  const text = lean(swatch, white, (color) =>
    grounds.every((ground) => computeContrast(color, ground) >= readable + 1),
  );
  return { fill, fillHover: mix(fill, black, 0.14), text, textHover: mix(text, white, 0.3), soft, softHover };
}

/** Derives shades of a colour that keep its hue and are legible as text or behind text. */
export function deriveShades(base: string, swatch: string, dark: boolean): Shades {
  const side = lean(swatch, white, (color) => computeContrast(color, sideDeep) >= readable);
  return { ...(dark ? darkShades(base, swatch) : lightShades(base)), side };
}
