import { measureTrendScreen } from '../bench/trend-browser/trend-browser.ts';
import { findBrowser } from './browser.ts';
import { buildWeb } from './build.ts';

/** Runs only the benchmark of the history trend in the browser. */
await buildWeb();
await measureTrendScreen(await findBrowser(), (line) => console.log(line));
