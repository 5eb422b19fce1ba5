import { channelColour, siteColour, siteColourCount } from '../../../air/channel-colour.ts';

/** How a line looks beside others. */
export interface LineStyle {
  colour: string;
  dash: 'solid' | number[];
}

interface StyledLine {
  channel: string;
  /** The position of the site or station among those of the chart. */
  position: number;
  /** The chart shows several sites of a single channel. */
  isBySite: boolean;
}

/** Shares of ink (or of paper, below zero) in the colour of a channel: its sites are shades of it. */
const shades = [0, 0.5, -0.3];
const dashes: LineStyle['dash'][] = [
  'solid',
  [8, 3],
  [9, 3, 2, 3],
  [2, 3],
  [14, 4],
  [5, 2, 1, 2, 1, 2],
  [1, 5],
];

/** Sites of one channel have colours of their own. Of several channels each has its colour, and sites a shade and a dash. */
export function styleLine({ channel, position, isBySite }: StyledLine, isDark: boolean): LineStyle {
  const dashAt = (place: number) => dashes[place % dashes.length] ?? 'solid';
  if (isBySite)
    return { colour: siteColour(position, isDark), dash: dashAt(Math.floor(position / siteColourCount)) };
  const share = shades[position % shades.length] ?? 0;
  const ink = isDark ? '#ffffff' : '#000000';
  const paper = isDark ? '#000000' : '#ffffff';
  const colour = mix(channelColour(channel, isDark), share < 0 ? paper : ink, Math.abs(share));
  return { colour, dash: dashAt(position) };
}

function mix(colour: string, other: string, share: number): string {
  const part = (text: string, at: number) => Number.parseInt(text.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(part(colour, at) * (1 - share) + part(other, at) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
