import { describe, expect, it } from 'vitest';
import { type Frame, findFreeArea, isCovered, padCover, withPanel } from './cover.ts';

const desk: Frame = { isNarrow: false, isListOpen: true, hasPanel: false, scale: 1 };
const hand: Frame = { ...desk, isNarrow: true };
const wide = { width: 1440, height: 800 };
const phone = { width: 390, height: 790 };

describe('the area that panels cover', () => {
  it('is at the sides on a desktop and at the bottom on a phone', () => {
    expect(padCover(withPanel(desk), wide)).toEqual({ top: 48, right: 420, bottom: 48, left: 380 });
    expect(padCover(withPanel(hand), phone)).toEqual({ top: 84, right: 36, bottom: 510, left: 36 });
  });

  it('leaves more of the map free on a small desktop', () => {
    const small = { ...withPanel(desk), isCompact: true };
    expect(padCover(small, { width: 1024, height: 700 })).toMatchObject({ right: 380, left: 340 });
    expect(padCover({ ...withPanel(hand), isCompact: true }, phone)).toEqual(
      padCover(withPanel(hand), phone),
    );
  });

  it('includes the tools on a phone, until a panel replaces them', () => {
    const closed = { ...hand, isListOpen: false };
    // A marker reaches 24 pixels to the right of its place, the tools 62 from the edge.
    expect(padCover(closed, phone)).toMatchObject({ right: 86, left: 36 });
    expect(padCover({ ...closed, hasPanel: true }, phone).right).toBe(36);
  });

  it('includes the open list on a phone', () => {
    expect(padCover(hand, { width: 800, height: 900 }).left).toBe(368);
  });

  it('scales with the screen', () => {
    expect(padCover({ ...desk, scale: 2 }, { width: 3840, height: 2100 }).left).toBe(760);
  });

  it('always leaves part of the map free', () => {
    const { left, right } = padCover(hand, phone);
    expect(left + right).toBeLessThanOrEqual(phone.width - 96);
  });
});

describe('a marker', () => {
  it('is hidden behind the panel that opens for it', () => {
    expect(isCovered([200, 600], { ...hand, isListOpen: false }, phone)).toBe(false);
    expect(isCovered([200, 600], withPanel(hand), phone)).toBe(true);
    expect(isCovered([200, 200], withPanel(hand), phone)).toBe(false);
    expect(isCovered([1200, 300], withPanel(desk), wide)).toBe(true);
  });
});

describe('the area between the panels', () => {
  const bounds = [0, 0, 144, 60] as const;

  it('ends where panels begin', () => {
    const [west, south, east, north] = findFreeArea(bounds, withPanel(desk), wide);
    expect([west, east]).toEqual([33.2, 106.8]);
    expect([south, north].map(Math.round)).toEqual([0, 60]);
    const [, above] = findFreeArea(bounds, { ...withPanel(hand), isListOpen: false }, phone);
    // Six tenths of the height from the bottom, on the map's projection.
    expect(above).toBeCloseTo(41.2, 1);
  });

  it('is everything in view while the list fills a phone', () => {
    expect(findFreeArea(bounds, hand, phone).map(Math.round)).toEqual([0, 0, 144, 60]);
  });
});
