import { measureAlarmNotification } from '../bench/alarm-browser/alarm-notification.ts';
import { measureForwarding } from '../bench/forward/forward.ts';
import { measureAlarmRules } from '../bench/gateway/alarm-rules.ts';
import { measureDataRules } from '../bench/gateway/data-rules.ts';
import { measureDeviceCommands } from '../bench/gateway/device-commands.ts';
import { measureHj212 } from '../bench/gateway/hj212.ts';
import { measureIngest } from '../bench/gateway/ingest.ts';
import { measureLinkage } from '../bench/gateway/linkage.ts';
import { measureMqtt } from '../bench/gateway/mqtt.ts';
import { measureGuesses } from '../bench/gateway/password-guesses.ts';
import { soakGateway } from '../bench/gateway/soak.ts';
import { measureAlarmLog } from '../bench/http/alarm-log.ts';
import { measureHistoryImport } from '../bench/http/history-import.ts';
import { measureFanOut } from '../bench/http/live.ts';
import { measureLoginBytes } from '../bench/http/login-bytes.ts';
import { measureMap } from '../bench/http/map.ts';
import { measureLogs } from '../bench/http/operation-log.ts';
import { measureRequests } from '../bench/http/requests.ts';
import { measureSanitiser } from '../bench/http/sanitise.ts';
import { measureTotals } from '../bench/http/totals.ts';
import { measureUploads } from '../bench/http/uploads.ts';
import { measureUsers } from '../bench/http/users.ts';
import { measureWarmStart } from '../bench/http/warm-start.ts';
import { measureMapHome } from '../bench/map-browser/map-browser.ts';
import { measureCalibration } from '../bench/queries/calibration.ts';
import { measureQueries } from '../bench/queries/queries.ts';
import { measureReferenceHours } from '../bench/reference/reference-hours.ts';
import { measureReports } from '../bench/report/reports.ts';
import { measureTrendScreen } from '../bench/trend-browser/trend-browser.ts';
import { findBrowser } from './browser.ts';
import { buildWeb } from './build.ts';

const { framesPerSecond, bare } = measureHj212();
console.log(
  `HJ 212 frames decoded        ${framesPerSecond} /s   (bar 150000; a bare split-and-parse ${bare} /s)`,
);

const guesses = await measureGuesses();
console.log(
  `passwords one address tries  ${guesses.oneStation} for one station, ${guesses.manyStations} for 1,000 in ${guesses.seconds} s   (limits 5 and 100, then slower by a second each)`,
);

const published = await measureReferenceHours();
console.log(
  `an hour of ${published.stations} reference stations  new ${published.added.toFixed(2)} s, unchanged ${published.unchanged.toFixed(2)} s, revised ${published.revised.toFixed(2)} s   (bar 3 s; a bare upsert ${published.bare.toFixed(2)} s)`,
);

const sanitised = await measureSanitiser();
console.log(
  `a text of ${sanitised.kilobytes} kB sanitised      p50 ${sanitised.p50.toFixed(1)} ms, p95 ${sanitised.p95.toFixed(1)} ms   (the first, with the start of its process, ${sanitised.first.toFixed(0)} ms)`,
);

await buildWeb();
const { median, node } = await measureWarmStart();
console.log(
  `warm start to first response   ${median.toFixed(2)} s   (bar 3 s, goal 1 s; a bare Node start ${node.toFixed(2)} s)`,
);

const browser = await findBrowser();
const bytes = await measureLoginBytes(browser);
console.log(`/login cold, as transferred  ${(bytes / 1000).toFixed(0)} kB   (bar 450 kB, goal 350 kB)`);

console.log('\nrequest                     p50 ms   p95 ms   requests/s with 8 at once');
const users = await measureUsers(browser);
for (const { name, figures } of [...(await measureRequests()), ...users.requests]) {
  const { p50, p95, perSecond } = figures;
  console.log(
    `${name.padEnd(26)} ${p50.toFixed(2).padStart(7)}  ${p95.toFixed(2).padStart(7)}  ${perSecond.toFixed(0).padStart(8)}`,
  );
}

console.log('');
for (const { rows, count, page, totals, estimated } of await measureTotals()) {
  console.log(
    `total of ${rows.toLocaleString('en').padStart(9)} rows       counted in p50 ${count.p50.toFixed(1)} ms, page p50 ${page.p50.toFixed(1)} ms, p95 ${page.p95.toFixed(1)} ms; ${estimated} of 100 estimated, ${totals.join(' or ')}`,
  );
}

const { export: exported, logins, imported, pageTurns } = users;
console.log(
  `\nthe next page in a browser    p50 ${pageTurns.p50.toFixed(0)} ms, p95 ${pageTurns.p95.toFixed(0)} ms   (bar 100 ms at 100,000 users; the response alone ${pageTurns.bare.toFixed(0)} ms)`,
);
console.log(
  `export of 100,000 users       ${exported.seconds.toFixed(1)} s, ${exported.megabytes.toFixed(0)} MB more   (bar 10 s, 150 MB; reading the rows alone ${exported.baselineSeconds.toFixed(1)} s)`,
);
console.log(
  `  another person’s list       p95 ${exported.meanwhile.toFixed(1)} ms meanwhile   (otherwise ${exported.alone.toFixed(1)} ms)`,
);
console.log(
  `logins                        ${logins.perSecond.toFixed(0)} /s   (checking the passwords alone ${logins.bare.toFixed(0)} /s)`,
);
console.log(
  `import of 1,000 users         ${imported.seconds.toFixed(1)} s   (stretching their passwords would take ${imported.bare.toFixed(1)} s)`,
);

const uploads = await measureUploads();
console.log(
  `\nuploads, 1 at a time          ${uploads.megabytesPerSecond} MB/s   (writing to disk alone ${uploads.bare} MB/s)`,
);

const history = await measureHistoryImport();
console.log(
  `history file of ${history.megabytes.toFixed(0)} MB      ${history.rows} rows in ${history.seconds.toFixed(0)} s; server at most ${history.most.toFixed(0)} MB, its processes ${history.children.toFixed(0)} MB   (before it ${history.before.toFixed(0)} MB; load ${history.load.toFixed(1)})`,
);

const { clients, p95, memoryMegabytes, bare: baselineFanOut } = await measureFanOut();
console.log(
  `live message to ${clients} people   p95 ${p95.toFixed(0)} ms, ${memoryMegabytes.toFixed(0)} MB   (a bare broadcast ${baselineFanOut.toFixed(0)} ms)`,
);

const logs = await measureLogs();
console.log(
  `\noperation log, ${logs.rows.toLocaleString('en')} rows (made in ${logs.fillSeconds.toFixed(0)} s; bar 200 ms a page)`,
);
for (const { name, figures } of logs.pages) {
  console.log(
    `${name.padEnd(26)} p50 ${figures.p50.toFixed(2).padStart(7)} ms   p95 ${figures.p95.toFixed(2).padStart(7)} ms`,
  );
}
console.log(
  `its overhead on a write      ${logs.overheadMicroseconds.toFixed(0)} µs   (a bare insert p50 ${logs.insert.p50.toFixed(2)} ms)`,
);

console.log('\nalarm log, 100,000 alarms of 10,000 sites (bar p95 20 ms)');
for (const { name, figures } of await measureAlarmLog()) {
  console.log(
    `${name.padEnd(38)} p50 ${figures.p50.toFixed(1).padStart(6)} ms   p95 ${figures.p95.toFixed(1).padStart(6)} ms`,
  );
}

await measureDeviceCommands(console.log);
await measureAlarmRules(console.log);
await measureLinkage(console.log);
await measureAlarmNotification(browser, console.log);
const ingest = await measureIngest();
const whole = (value: number) => Math.round(value).toLocaleString('en');
console.log(
  `\nframes over sockets          ${whole(ingest.sockets.framesPerSecond)} /s, stored before acknowledged   (bar 5,000, goal 10,000; bare COPY and upsert of batches of 2,000 ${whole(ingest.baselineFramesPerSecond)} rows/s)`,
);
console.log(
  `decoded readings             ${ingest.timesRealTime.toFixed(0)} × real time at 10,000 sites × 16   (bar 200, goal 400; ${whole(ingest.valuesPerSecond)} values/s, bare COPY and upsert ${whole(ingest.baselineValuesPerSecond)})`,
);
console.log(
  `  per million values         ${ingest.cpuPerMillion.node.toFixed(2)} s of Node, ${ingest.cpuPerMillion.postgres.toFixed(2)} s of PostgreSQL; ${ingest.bytesPerValue.toFixed(1)} bytes a value on disk`,
);
console.log(
  `an hour of 10,000 sites      ${ingest.rollUpSeconds.toFixed(1)} s to roll up   (mean, lowest, highest and count in bare SQL ${ingest.baselineRollUpSeconds.toFixed(1)} s)`,
);

await measureDataRules(console.log);
await measureReports(console.log);

await measureMqtt(console.log);
await measureForwarding(console.log);

console.log('\n/map/sites                     p50 ms   p95 ms   p99 ms');
for (const sites of [10_000, 50_000]) {
  const { asked, first, firstProcessor, unchanged, bare, kilobytes, firstEver, load } =
    await measureMap(sites);
  const bar = sites === 10_000 ? '; bar 300 kB, p95 50 ms, goal 10 ms' : '';
  console.log(
    `${whole(sites)} sites: ${whole(kilobytes.gzip)} kB as transferred, ${whole(kilobytes.plain)} kB unpacked${bar}; load ${load.toFixed(1)}`,
  );
  for (const [name, { p50, p95: most, p99 }] of Object.entries({
    'while stations report': asked,
    'first after a change': first,
    'nothing new (304)': unchanged,
    'its rows by bare SQL': bare,
  })) {
    const cells = [p50, most, p99].map((value) => value.toFixed(1).padStart(7)).join('  ');
    console.log(`  ${name.padEnd(26)} ${cells}`);
  }
  console.log(`  first after the start      ${firstEver.toFixed(0).padStart(7)}`);
  console.log(`  processor time of making one ${firstProcessor.toFixed(0).padStart(5)}`);
}

console.log('');
await measureMapHome(browser, (line) => console.log(line));

console.log('');
await measureTrendScreen(browser, (line) => console.log(line));

console.log('');
await measureQueries((line) => console.log(line));

console.log('');
await measureCalibration(console.log);

console.log('\na sender that never waits, 3 minutes (bar: nothing acknowledged is lost, 512 MB, drains)');
await soakGateway({ rounds: 0, outage: 0, connections: 50, flood: 180 }, (line) => console.log(`  ${line}`));
