import { flattenPath, type Stroke } from './strokes.ts';

/** Every glyph consists of pen strokes in a box of this size. */
export const glyphWidth = 60;
export const glyphHeight = 100;

const paths: Record<string, string> = {
  '0': 'M30 0 C52 0 58 25 58 50 C58 75 52 100 30 100 C8 100 2 75 2 50 C2 25 8 0 30 0',
  '1': 'M10 24 L34 2 L34 100 M14 100 L54 100',
  '2': 'M5 26 C5 8 18 0 31 0 C46 0 57 10 57 27 C57 48 35 62 5 100 L58 100',
  '3': 'M6 14 C12 5 20 0 31 0 C46 0 55 10 55 24 C55 38 45 47 26 47 C46 47 58 56 58 73 C58 90 46 100 30 100 C18 100 9 95 3 85',
  '4': 'M43 100 L43 0 L1 70 L60 70',
  '5': 'M53 0 L13 0 L9 44 C15 38 22 35 31 35 C47 35 58 48 58 67 C58 87 46 100 29 100 C17 100 9 95 3 86',
  '6': 'M50 8 C46 3 40 0 33 0 C13 0 3 22 3 54 C3 84 13 100 31 100 C47 100 58 87 58 69 C58 51 47 40 32 40 C18 40 7 50 3 64',
  '7': 'M3 0 L57 0 C38 30 25 62 22 100',
  '8': 'M30 46 C15 46 7 36 7 23 C7 9 16 0 30 0 C44 0 53 9 53 23 C53 36 45 46 30 46 C13 46 3 57 3 73 C3 90 14 100 30 100 C46 100 57 90 57 73 C57 57 47 46 30 46',
  '9': 'M10 92 C14 97 20 100 27 100 C47 100 57 78 57 46 C57 16 47 0 29 0 C13 0 2 13 2 31 C2 49 13 60 28 60 C42 60 53 50 57 36',
  '+': 'M30 25 L30 79 M3 52 L57 52',
  '-': 'M5 52 L55 52',
  '*': 'M8 30 L52 74 M52 30 L8 74',
  '/': 'M3 52 L57 52 M28 25 L32 25 L30 29 L28 25 M28 75 L32 75 L30 79 L28 75',
  '=': 'M4 39 L56 39 M4 65 L56 65',
  '?': 'M6 24 C6 8 17 0 30 0 C45 0 55 10 55 25 C55 48 30 46 30 72 M29 97 L31 97 L30 100 L29 97',
};

const glyphs = new Map(Object.entries(paths).map(([char, path]) => [char, flattenPath(path)]));

export function getStrokes(char: string): readonly Stroke[] {
  return glyphs.get(char) ?? [];
}
