// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it, vi } from 'vitest';
import { CallError } from '../../api/call-error.ts';
import { QueryError } from './QueryError.tsx';

beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));

it.each([
  ['an error of the connection', new CallError('no network', 0), 1],
  ['a query that the server refuses', new CallError('too large', 500, 'from'), 0],
])('offers to try again only where that can help: %s', async (_, error, buttons) => {
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(async () => root.render(<QueryError error={error} onRetry={() => undefined} />));
  expect(place.textContent).toContain(error.message);
  expect(place.querySelectorAll('button')).toHaveLength(buttons);
  await act(async () => root.unmount());
});
