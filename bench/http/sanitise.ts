import { Sanitiser } from '../../server/src/platform/html/sanitise.ts';

export interface SanitiseFigures {
  /** Milliseconds of the first text, which starts the process. */
  first: number;
  p50: number;
  p95: number;
  kilobytes: number;
}

const texts = 100;
const kilobytes = 10;
const paragraph = '<p style="color:red">Air <b>quality</b> of <a href="https://example.org/a">site</a> 7</p>';

/** Cleans formatted texts of 10 kB one after another, in the process that stays warm between them. */
export async function measureSanitiser(): Promise<SanitiseFigures> {
  const sanitiser = new Sanitiser();
  const html = paragraph.repeat(Math.ceil((kilobytes * 1000) / paragraph.length));
  const clean = async () => {
    const startedAt = performance.now();
    await sanitiser.clean(html, new Map());
    return performance.now() - startedAt;
  };
  const first = await clean();
  const times: number[] = [];
  for (let text = 0; text < texts; text++) times.push(await clean());
  sanitiser.stop();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { first, p50: at(0.5), p95: at(0.95), kilobytes };
}
