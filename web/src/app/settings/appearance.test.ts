import { describe, expect, it } from 'vitest';
import { parseAppearance } from './appearance.ts';

describe('a stored appearance', () => {
  it('is read back', () => {
    const look = { color: 'green', mode: 'dark', size: 'mini', tabs: false, fixedHeader: true, logo: false };
    expect(parseAppearance(JSON.stringify(look))).toEqual(look);
  });

  it('loses only invalid fields', () => {
    const kept = { color: 'constructor', mode: 'dark', size: 12, tabs: 'no', logo: false, other: 1 };
    expect(parseAppearance(JSON.stringify(kept))).toEqual({ mode: 'dark', logo: false });
  });

  it.each([null, '', '{', 'null', '7', '"dark"', '[]', '{"mode":{"toString":1}}'])(
    'is empty if it is %s',
    (kept) => {
      expect(parseAppearance(kept)).toEqual({});
    },
  );
});
