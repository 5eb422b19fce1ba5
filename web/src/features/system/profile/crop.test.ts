import { expect, test } from 'vitest';
import { mostZoom, moveCrop, turnCrop, uncropped, zoomCrop } from './crop.ts';

const wide = { width: 400, height: 200 };
const near = (x: number, y: number) => ({ x: expect.closeTo(x), y: expect.closeTo(y) });

test('moves a picture along its longer side within the frame', () => {
  expect(moveCrop(wide, uncropped, 0.3, 0.3)).toMatchObject(near(0.3, 0));
  expect(moveCrop(wide, uncropped, 9, -9)).toMatchObject(near(0.5, 0));
  expect(moveCrop(wide, uncropped, -9, 0)).toMatchObject(near(-0.5, 0));
});

test('zooms around the centre within limits', () => {
  const moved = moveCrop(wide, uncropped, 0.25, 0);
  const zoomed = zoomCrop(wide, moved, 2);
  expect(zoomed).toMatchObject({ ...near(0.5, 0), zoom: 2 });
  expect(zoomCrop(wide, zoomed, 1)).toMatchObject({ ...near(0.25, 0), zoom: 1 });
  expect(zoomCrop(wide, moved, 100).zoom).toBe(mostZoom);
  expect(zoomCrop(wide, moved, 0).zoom).toBe(1);
});

test('fills the frame again after zooming out', () => {
  const corner = moveCrop(wide, zoomCrop(wide, uncropped, 3), 9, 9);
  expect(corner).toMatchObject(near(2.5, 1));
  expect(zoomCrop(wide, corner, 1)).toMatchObject(near(0.5, 0));
});

test('rotates around the centre, and four turns restore the picture', () => {
  const moved = moveCrop(wide, zoomCrop(wide, uncropped, 2), 0.75, -0.25);
  const right = turnCrop(wide, moved, 'right');
  expect(right).toMatchObject({ ...near(0.25, 0.75), turns: 1 });
  expect(turnCrop(wide, right, 'left')).toMatchObject({ ...near(0.75, -0.25), turns: 0 });
  const once = turnCrop(wide, moved, 'left');
  expect(once).toMatchObject({ ...near(-0.25, -0.75), turns: 3 });
  let around = moved;
  for (let quarter = 0; quarter < 4; quarter++) around = turnCrop(wide, around, 'right');
  expect(around).toMatchObject({ ...near(0.75, -0.25), turns: 0 });
});

test('moves a rotated picture along its longer side', () => {
  const upright = turnCrop(wide, uncropped, 'right');
  expect(moveCrop(wide, upright, 0.3, 0.3)).toMatchObject(near(0, 0.3));
});
