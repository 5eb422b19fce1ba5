import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeCaptcha, makeSum } from './captcha.ts';

interface Chunk {
  type: string;
  data: Buffer;
}

/** Every sum that can be drawn, with its exact probability, by walking all paths of the draw. */
function listSums(): { question: string; answer: string; probability: number }[] {
  const sums = [];
  const paths: number[][] = [[]];
  for (let path = paths.pop(); path; path = paths.pop()) {
    const drawn = path;
    let [step, probability] = [0, 1];
    const { question, answer } = makeSum((count) => {
      probability /= count;
      if (step === drawn.length) {
        for (let next = 1; next < count; next++) paths.push([...drawn, next]);
        drawn.push(0);
      }
      return drawn[step++] ?? 0;
    });
    sums.push({ question, answer, probability });
  }
  return sums;
}

describe('the sum of a captcha', () => {
  const sums = listSums();
  const shareOf = (name: 'question' | 'answer', pattern: RegExp) =>
    sums.filter((sum) => pattern.test(sum[name])).reduce((sum, { probability }) => sum + probability, 0);

  it('has two digits and a whole result that is never negative', () => {
    expect(sums.length).toBe(100 + 55 + 100 + 32);
    expect(new Set(sums.map(({ question }) => question)).size).toBe(sums.length);
    for (const { question, answer } of sums) {
      const [, left, operator, right] = /^(\d)([-+*/])(\d)=\?$/.exec(question) ?? [];
      const results: Record<string, number> = {
        '+': Number(left) + Number(right),
        '-': Number(left) - Number(right),
        '*': Number(left) * Number(right),
        '/': Number(left) / Number(right),
      };
      expect(answer).toBe(String(results[operator ?? '']));
      expect(answer).toMatch(/^\d{1,2}$/);
    }
  });

  it('has each of its answers equally often', () => {
    const answers = [...new Set(sums.map(({ answer }) => answer))];
    expect(answers.length).toBe(40);
    for (const answer of answers)
      expect(shareOf('answer', new RegExp(`^${answer}$`))).toBeCloseTo(1 / 40, 12);
  });

  it('uses all four operators and all digits, on both sides', () => {
    for (const operator of '+-*/')
      expect(shareOf('question', new RegExp(`\\${operator}`))).toBeGreaterThan(0.05);
    for (let digit = 0; digit <= 9; digit++) {
      expect(shareOf('question', new RegExp(`^${digit}`))).toBeGreaterThan(0.01);
      expect(shareOf('question', new RegExp(`${digit}=`))).toBeGreaterThan(0.01);
    }
  });

  it('is drawn at random', () => {
    const drawn = Array.from({ length: 200 }, () => makeSum().question);
    expect(new Set(drawn).size).toBeGreaterThan(20);
  });
});

describe('the picture of a captcha', () => {
  it('is a PNG of 240 × 80 whose pixels unpack completely', () => {
    const [header, data, end] = readChunks(makeCaptcha().png);
    expect([header?.type, data?.type, end?.type]).toEqual(['IHDR', 'IDAT', 'IEND']);
    expect([header?.data.readUInt32BE(0), header?.data.readUInt32BE(4)]).toEqual([240, 80]);
    expect([...(header?.data.subarray(8) ?? [])]).toEqual([8, 2, 0, 0, 0]);
    expect(inflateSync(data?.data ?? Buffer.alloc(0)).length).toBe((240 * 3 + 1) * 80);
  });

  it('contains no data beside its pixels', () => {
    for (let i = 0; i < 20; i++) {
      const { question, png } = makeCaptcha();
      expect(readChunks(png).map(({ type }) => type)).toEqual(['IHDR', 'IDAT', 'IEND']);
      expect(png.includes(question)).toBe(false);
    }
  });

  it('differs each time, on a light background', () => {
    const pictures = Array.from({ length: 10 }, () => makeCaptcha().png);
    expect(new Set(pictures.map((png) => png.toString('base64'))).size).toBe(10);
    for (const png of pictures) expect(shareOfLightPixels(png)).toBeGreaterThan(0.6);
  });
});

function readChunks(png: Buffer): Chunk[] {
  expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    chunks.push({ type: body.toString('latin1', 0, 4), data: body.subarray(4) });
    at += length + 12;
  }
  return chunks;
}

function shareOfLightPixels(png: Buffer): number {
  const rows = inflateSync(readChunks(png)[1]?.data ?? Buffer.alloc(0));
  const line = Buffer.alloc(720);
  let light = 0;
  for (let y = 0; y < 80; y++) {
    for (let x = 0; x < 720; x++) line[x] = (line[x] ?? 0) + (rows[y * 721 + 1 + x] ?? 0);
    for (let x = 0; x < 720; x += 3) if ((line[x] ?? 0) > 220) light++;
  }
  return light / (240 * 80);
}
