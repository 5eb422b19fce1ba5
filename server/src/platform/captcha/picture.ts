import { getStrokes, glyphHeight, glyphWidth } from './glyphs.ts';
import type { Picture } from './png.ts';
import { pickRandom, randomBetween } from './random.ts';
import { type Colour, drawStrokes, flattenCurve, type Point } from './strokes.ts';

// Twice its size on screen, 120 × 40.
const pictureWidth = 240;
const pictureHeight = 80;
const pictureMargin = 16;

const inks: readonly [Colour, ...Colour[]] = [
  [23, 64, 120],
  [15, 98, 96],
  [96, 42, 110],
  [140, 52, 32],
  [34, 92, 48],
  [58, 60, 76],
];
const backgrounds: readonly [Colour, ...Colour[]] = [
  [243, 247, 251],
  [244, 249, 246],
  [250, 247, 242],
  [246, 245, 251],
];

/** Draws the characters of a text that have glyphs, side by side. */
export function drawQuestion(question: string): Picture {
  const background = pickRandom(backgrounds);
  const pixels = Buffer.alloc(pictureWidth * pictureHeight * 3, Uint8Array.from(background));
  const picture: Picture = { width: pictureWidth, height: pictureHeight, pixels };
  for (let i = 0; i < 3; i++) drawCurve(picture, randomBetween(0.9, 1.4), 0.35);
  drawDots(picture);
  const step = (pictureWidth - 2 * pictureMargin) / question.length;
  [...question].forEach((char, i) => {
    const centre: Point = [
      pictureMargin + step * (i + 0.5) + randomBetween(-3, 3),
      pictureHeight / 2 + randomBetween(-6, 6),
    ];
    drawGlyph(picture, char, centre);
  });
  drawCurve(picture, 1, 0.55);
  return picture;
}

function drawGlyph(picture: Picture, char: string, [centreX, centreY]: Point): void {
  const isDigit = char >= '0' && char <= '9';
  // A plus that is rotated too far would look like a multiplication sign.
  const turn = isDigit ? randomBetween(-0.3, 0.3) : randomBetween(-0.12, 0.12);
  const lean = randomBetween(-0.15, 0.15);
  const scaleX = randomBetween(0.42, 0.5);
  const scaleY = randomBetween(0.44, 0.52);
  const transform = ([x, y]: Point): Point => {
    const down = (y - glyphHeight / 2) * scaleY;
    const across = (x - glyphWidth / 2) * scaleX - down * lean;
    return [
      centreX + across * Math.cos(turn) - down * Math.sin(turn),
      centreY + across * Math.sin(turn) + down * Math.cos(turn),
    ];
  };
  const strokes = getStrokes(char).map((stroke) => stroke.map(transform));
  drawStrokes(picture, strokes, randomBetween(2.1, 2.7), pickRandom(inks));
}

function drawCurve(picture: Picture, radius: number, opacity: number): void {
  const heights = () => randomBetween(4, pictureHeight - 4);
  const controls: Point[] = [
    [randomBetween(-10, 20), heights()],
    [pictureWidth / 3, heights()],
    [(2 * pictureWidth) / 3, heights()],
    [randomBetween(pictureWidth - 20, pictureWidth + 10), heights()],
  ];
  drawStrokes(
    picture,
    [[...controls.slice(0, 1), ...flattenCurve(controls)]],
    radius,
    pickRandom(inks),
    opacity,
  );
}

function drawDots(picture: Picture): void {
  for (let i = 0; i < 48; i++) {
    const dot: Point = [randomBetween(0, pictureWidth), randomBetween(0, pictureHeight)];
    drawStrokes(picture, [[dot]], randomBetween(0.6, 1.3), pickRandom(inks), 0.5);
  }
}
