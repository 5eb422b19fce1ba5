// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { TroubleCause } from '../../../map/tile-trouble.ts';
import { TileTroubleHint } from './TileTroubleHint.tsx';

it.each<TroubleCause>(['silent', 'network', 'refused', 'blocked', 'failed'])(
  'offers to reload the page whatever the cause (%s)',
  (cause) => {
    const hint = <TileTroubleHint trouble={{ name: 'City', cause, status: 0 }} onClose={() => undefined} />;
    const text = renderToStaticMarkup(hint);
    expect(text).toContain(`map.tiles.${cause}`);
    expect(text).toContain('map.tiles.reload');
  },
);
