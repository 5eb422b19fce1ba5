import { measureMapHome } from '../bench/map-browser/map-browser.ts';
import { findBrowser } from './browser.ts';
import { buildWeb } from './build.ts';

/** Runs only the map home benchmark: `load`, `bytes`, `particles`, `live`, `wall`, or all of them. */
await buildWeb();
await measureMapHome(await findBrowser(), (line) => console.log(line), process.argv.slice(2));
