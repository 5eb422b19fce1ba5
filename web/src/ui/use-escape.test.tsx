// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it, vi } from 'vitest';
import { useEscape } from './use-escape.ts';

beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));

const press = (target: EventTarget = document.body) =>
  act(async () => target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));

it('closes only the layer that was opened last', async () => {
  const open = new Set<string>();
  function Layer({ name }: { name: string }) {
    useEscape(open.has(name), () => open.delete(name));
    return null;
  }
  const root = createRoot(document.createElement('div'));
  const render = () =>
    act(async () =>
      root.render(
        <>
          <Layer name="popover" />
          <Layer name="panel" />
        </>,
      ),
    );
  open.add('panel');
  await render();
  open.add('popover');
  await render();
  // A layer below renders again meanwhile and stays below.
  await render();
  await press();
  expect([...open]).toEqual(['panel']);
  await render();

  open.add('popover');
  await render();
  const field = document.body.appendChild(document.createElement('input'));
  field.addEventListener('keydown', () => {
    open.delete('popover');
    void render();
  });
  await press(field);
  // It closed by itself, as antd's popups do.
  expect([...open]).toEqual(['panel']);
  await press();
  expect([...open]).toEqual([]);
  await act(async () => root.unmount());
});
