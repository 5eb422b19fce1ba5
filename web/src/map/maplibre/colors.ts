import type { MapTheme } from '../map.ts';

/** Muted base colours; saturated ones are reserved for measured values. */
export const colors = {
  light: {
    water: '#cddde9',
    shore: '#dbe7f0',
    coast: '#a9c2d6',
    land: '#f6f5f1',
    river: '#b4cee3',
    settlement: '#d8d2c5',
    border: '#b3a9b8',
    cityInk: '#4a5563',
    townInk: '#6b7583',
    countryInk: '#8b8796',
    halo: 'rgba(250, 249, 246, 0.9)',
    line: '#5b7186',
    road: '#e0dbd0',
    building: '#ebe6dc',
    green: '#e6ecdc',
    selection: '#1668dc',
    siteInk: '#1f2d3d',
  },
  dark: {
    water: '#0b121a',
    shore: '#0f1924',
    coast: '#2e4358',
    land: '#17222e',
    river: '#1c3a55',
    settlement: '#33465a',
    border: '#46556a',
    cityInk: '#b3c2d2',
    townInk: '#8496a9',
    countryInk: '#66788c',
    halo: 'rgba(14, 20, 27, 0.85)',
    line: '#7d93aa',
    road: '#22303f',
    building: '#1d2936',
    green: '#182a2b',
    selection: '#6aa9ff',
    siteInk: '#dbe5ef',
  },
} satisfies Record<MapTheme, Record<string, string>>;

export type MapColors = Record<keyof (typeof colors)['light'], string>;
