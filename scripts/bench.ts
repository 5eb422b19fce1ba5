import { measureHj212 } from '../bench/hj212.ts';
import { measureFanOut } from '../bench/live.ts';
import { measureLoginBytes } from '../bench/login-bytes.ts';
import { measureRequests } from '../bench/requests.ts';
import { measureUploads } from '../bench/uploads.ts';
import { measureWarmStart } from '../bench/warm-start.ts';
import { findBrowser } from './browser.ts';
import { buildWeb } from './build.ts';

const { framesPerSecond, bare } = measureHj212();
console.log(
  `HJ 212 frames decoded        ${framesPerSecond} /s   (bar 150000; a bare split-and-parse ${bare} /s)`,
);

await buildWeb();
const { median, node } = await measureWarmStart();
console.log(
  `warm start to first answer   ${median.toFixed(2)} s   (bar 3 s, goal 1 s; a bare Node start ${node.toFixed(2)} s)`,
);

const bytes = await measureLoginBytes(await findBrowser());
console.log(`/login cold, as transferred  ${(bytes / 1000).toFixed(0)} kB   (bar 450 kB, goal 350 kB)`);

console.log('\nrequest                     p50 ms   p95 ms   requests/s with 8 at once');
for (const { name, figures } of await measureRequests()) {
  const { p50, p95, perSecond } = figures;
  console.log(
    `${name.padEnd(26)} ${p50.toFixed(2).padStart(7)}  ${p95.toFixed(2).padStart(7)}  ${perSecond.toFixed(0).padStart(8)}`,
  );
}

const uploads = await measureUploads();
console.log(
  `\nuploads, 1 at a time          ${uploads.megabytesPerSecond} MB/s   (writing to disk alone ${uploads.bare} MB/s)`,
);

const { clients, p95, memoryMegabytes, bare: bareFanOut } = await measureFanOut();
console.log(
  `live message to ${clients} people   p95 ${p95.toFixed(0)} ms, ${memoryMegabytes.toFixed(0)} MB   (a bare broadcast ${bareFanOut.toFixed(0)} ms)`,
);
