import { afterEach, describe, expect, it } from 'vitest';
import { Sanitiser } from './sanitise.ts';

/** 27 kB that expand to four million nodes. */
const bomb = `<p>${Array.from({ length: 2000 }, (_, i) => `<b a=${i}>`).join('')}${'<p>x'.repeat(2000)}`;
const unlimited = { nodes: 1e9, depth: 1e9, length: 1e9 };
const none = new Map<string, string>();

let sanitiser: Sanitiser;
afterEach(() => sanitiser.stop());

describe('the sanitiser', () => {
  it('cleans text, lists its pictures and refuses overly complex text, in one process', async () => {
    sanitiser = new Sanitiser();
    const html = '<p onclick="x()">a<img src="b.png"></p>';
    expect(await sanitiser.listPictures(html)).toEqual(['b.png']);
    await expect(sanitiser.clean(bomb, none)).rejects.toThrow('rich_text.too_complex');
    const answers = await Promise.all([sanitiser.clean(html, none), sanitiser.clean('<b>b</b>', none)]);
    expect(answers).toEqual([
      { html: '<p>a</p>', losses: new Set(['program', 'picture']) },
      { html: '<b>b</b>', losses: new Set() },
    ]);
  });

  it('measures the result, which can be longer than the text', async () => {
    sanitiser = new Sanitiser({ length: 1000 });
    expect((await sanitiser.clean('"'.repeat(200), none)).html).toHaveLength(1000);
    await expect(sanitiser.clean('"'.repeat(201), none)).rejects.toMatchObject({
      key: 'rich_text.too_long',
      params: { limit: 1000 },
    });
  });

  it('loses its process to a text that needs too much memory, and starts another for the next text', async () => {
    sanitiser = new Sanitiser({ ...unlimited, heapMegabytes: 24 });
    await expect(sanitiser.clean(bomb, none)).rejects.toThrow('rich_text.too_complex');
    expect((await sanitiser.clean('a', none)).html).toBe('a');
  });

  it('ends a process that needs too much time', async () => {
    sanitiser = new Sanitiser({ ...unlimited, milliseconds: 1, startMilliseconds: 0 });
    await expect(sanitiser.clean(bomb, none)).rejects.toThrow('rich_text.too_complex');
  });
});
