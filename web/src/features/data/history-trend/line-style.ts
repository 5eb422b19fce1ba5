/** How a line looks beside others of the same channel. */
export interface LineStyle {
  colour: string;
  dash: 'solid' | number[];
}

/** Shares of ink in the colour of a channel: the sites of one channel are shades of it. */
const shades = [0, 0.6, -0.3];
const dashes: LineStyle['dash'][] = [
  'solid',
  [8, 3],
  [2, 3],
  [9, 3, 2, 3],
  [14, 4],
  [5, 2, 1, 2, 1, 2],
  [1, 5],
];

/** The style of the line at a position among those of its channel: shades first, then dashes. */
export function styleLine(colour: string, position: number, isDark: boolean): LineStyle {
  const share = shades[position % shades.length] ?? 0;
  const ink = isDark ? '#ffffff' : '#000000';
  const paper = isDark ? '#000000' : '#ffffff';
  return {
    colour: mix(colour, share < 0 ? paper : ink, Math.abs(share)),
    dash: dashes[Math.floor(position / shades.length) % dashes.length] ?? 'solid',
  };
}

function mix(colour: string, other: string, share: number): string {
  const part = (text: string, at: number) => Number.parseInt(text.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(part(colour, at) * (1 - share) + part(other, at) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
