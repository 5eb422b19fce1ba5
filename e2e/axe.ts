import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Another theme changes nothing but colours, another width changes none. */
export type Part = 'all' | 'colours' | 'structure';

/** Selectors are not reported, and no enabled rule whose findings count reads style sheets. */
const shared: RunOptions = { resultTypes: ['violations'], selectors: false, preload: false };

const options: Record<Part, RunOptions> = {
  all: shared,
  colours: { ...shared, runOnly: { type: 'rule', values: ['color-contrast'] } },
  structure: { ...shared, rules: { 'color-contrast': { enabled: false } } },
};

/** What a screen reader or a weak eye would stumble over, in one line each; on the whole page or within one element. */
export async function findBarriers(place: Page | Locator, part: Part = 'all'): Promise<string[]> {
  const page = 'page' in place ? place.page() : place;
  const isLoaded = await page.evaluate(() => 'axe' in window);
  if (!isLoaded) await page.evaluate(source);
  const within = 'page' in place ? place : page.locator('html');
  const results = await within.evaluate(
    // The library has just put itself there.
    (element, given) =>
      (window as unknown as { axe: { run(e: Element, o: RunOptions): Promise<AxeResults> } }).axe.run(
        element,
        given,
      ),
    options[part],
  );
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`));
}
