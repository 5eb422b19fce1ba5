// @vitest-environment happy-dom
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { BatchResults } from './BatchResults.tsx';

vi.mock('./use-offer.ts', () => ({ useBatch: () => ({ data: [] }), useCancelCommand: () => ({}) }));

it('says that the device was removed when its results are gone with it', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const container = document.createElement('div');
  const root = createRoot(container);
  root.render(<BatchResults batchId="1" isReading />);
  await vi.waitFor(() => expect(container.textContent).toContain('device.order.removed'));
  root.unmount();
});
