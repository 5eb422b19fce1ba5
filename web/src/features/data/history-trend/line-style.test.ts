import { describe, expect, it } from 'vitest';
import { channelColour } from '../../../air/channel-colour.ts';
import { styleLine } from './line-style.ts';

const styleAll = (count: number, isBySite: boolean, isDark: boolean) =>
  Array.from({ length: count }, (_, position) => styleLine({ channel: 'PM10', position, isBySite }, isDark));

describe('the style of a line', () => {
  it('has the colour of the channel for the first site of several channels', () => {
    const [first] = styleAll(1, false, false);
    expect(first).toEqual({ colour: channelColour('PM10', false), dash: 'solid' });
  });

  it('has a shade and a dash for further sites of several channels', () => {
    const [first, second, third, fourth] = styleAll(4, false, false);
    expect(new Set([first, second, third].map((style) => style?.colour)).size).toBe(3);
    expect(new Set([first, second, third, fourth].map((style) => String(style?.dash))).size).toBe(4);
  });

  it.each([true, false])('is a solid line of its own colour for each of eight sites, dark: %s', (isDark) => {
    const styles = styleAll(8, true, isDark);
    expect(new Set(styles.map(({ colour }) => colour)).size).toBe(8);
    expect(styles.every(({ dash }) => dash === 'solid')).toBe(true);
  });

  it.each([true, false])('differs for each of twenty sites, by site: %s', (isBySite) => {
    const looks = styleAll(20, isBySite, true).map((style) => JSON.stringify(style));
    expect(new Set(looks).size).toBe(20);
  });
});
