import { describe, expect, it } from 'vitest';
import { readTrendView, writeTrendView, writeWhole, writeZoom } from './trend-view.ts';

const address = new URLSearchParams('sites=1,2&channels=PM2.5&period=last30Days');

describe('the view of a trend in the address', () => {
  it('is read as it was written, beside the query', () => {
    const view = { layout: 'multiples' as const, references: ['1001A'], hidden: ['1:PM2.5'], hasBand: false };
    const written = writeTrendView(view, address);
    expect(readTrendView(written)).toEqual({ ...view, whole: undefined });
    expect(written.get('sites')).toBe('1,2');
    const first = { layout: 'single' as const, references: [], hidden: [], hasBand: true };
    expect(writeTrendView(first, written).toString()).toBe(address.toString());
  });

  it('has its first values for what is malformed', () => {
    expect(readTrendView(new URLSearchParams('layout=x&band=on&references=,,&whole=today'))).toEqual({
      layout: 'single',
      references: [],
      hidden: [],
      hasBand: true,
      whole: undefined,
    });
  });

  it('keeps the whole period through several zooms and returns to it', () => {
    const once = writeZoom({ from: 100.4, to: 200 }, 'last7Days', address);
    const twice = writeZoom({ from: 120, to: 150 }, 'last7Days', once);
    expect(twice.get('period')).toBe('120..150');
    expect(readTrendView(twice).whole).toBe('last30Days');
    expect(writeWhole(twice).toString()).toBe(address.toString());
  });

  it('forgets the whole period when another one is chosen', () => {
    const zoomed = writeZoom({ from: 1, to: 2 }, 'last7Days', address);
    zoomed.set('period', 'today');
    expect(readTrendView(zoomed).whole).toBeUndefined();
    expect(readTrendView(writeZoom({ from: 3, to: 4 }, 'today', zoomed)).whole).toBe('today');
  });
});
