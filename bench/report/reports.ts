import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { DAY_MS, HOUR_MS } from '../../contract/src/durations.ts';
import { formatLocalDate } from '../../contract/src/local-time.ts';
import { reportSections } from '../../contract/src/report/report-request.ts';
import { lastEndedPeriod, previousPeriod } from '../../server/src/features/report/facts/periods.rule.ts';
import { startReportMaking } from '../../server/src/features/report/making/making.job.ts';
import { openSession } from '../../server/src/platform/auth/sessions.store.ts';
import type { RunningApp } from '../../server/src/roles/app.ts';
import { openPartition } from '../queries/query-rows.ts';
import { withBenchApp } from '../shared/app.ts';

const sites = 500;
const zone = 'Asia/Shanghai';
/** The shipped template of months. */
const monthlyTemplate = 2;
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

/** Reports of a month: one of an entity with 500 sites, then one of each site as scheduled work. */
export async function measureReports(print: (line: string) => void): Promise<void> {
  await withBenchApp(
    async (running) => {
      const period = lastEndedPeriod('month', formatLocalDate(Date.now(), zone));
      await fillDays(running.app.pool, previousPeriod(period).first, period.last);
      await warmUp(running, period);
      await measureEntity(running, period, print);
      await measureScheduled(running, print);
    },
    { sites },
  );
}

type Period = ReturnType<typeof lastEndedPeriod>;

/** The first report of a process loads the code of all that follow. */
async function warmUp({ app, services: { reports } }: RunningApp, period: Period): Promise<void> {
  const document = await reports.makeDocument({
    subject: { kind: 'site', siteId: 1 },
    period,
    language: 'zh',
    sections: reportSections,
    scope: { all: true },
    asOf: app.clock.now(),
  });
  await reports.renderPdf({ document, madeAt: app.clock.now() });
  await reports.renderWorkbook({ document });
}

async function measureEntity(
  { app, services: { reports } }: RunningApp,
  period: Period,
  print: (line: string) => void,
): Promise<void> {
  const watch = watchMemory();
  const start = performance.now();
  const document = await reports.makeDocument({
    subject: { kind: 'entity', entityId: 1 },
    period,
    language: 'zh',
    sections: reportSections,
    scope: { all: true },
    asOf: app.clock.now(),
  });
  const documentSeconds = (performance.now() - start) / 1000;
  const pdf = await reports.renderPdf({ document, madeAt: app.clock.now() });
  const workbook = await reports.renderWorkbook({ document });
  const seconds = (performance.now() - start) / 1000;
  const { child, server } = watch.stop();
  print(
    `report of an entity with ${sites} sites  ${seconds.toFixed(1)} s   (bar 60 s; its document ${documentSeconds.toFixed(1)} s; PDF ${megabytes(pdf.byteLength)}, workbook ${megabytes(workbook.byteLength)}; child ${megabytes(child)}, bar 350; server ${megabytes(server)} more, bar 50; load ${load()})`,
  );
}

/** The reports of a plan of all sites, while one person pages through the list. */
async function measureScheduled(running: RunningApp, print: (line: string) => void): Promise<void> {
  const { app } = running;
  await app.pool.query('update sys_user set must_change_password = false where user_id = 1');
  const token = await openSession(app.db, app.clock, 1, { address: '127.0.0.1', browser: '', os: '' });
  await app.pool.query(
    `insert into report_plan (plan_name, subject, entity_id, template_id, period, languages, owner_id)
     values ('bench', 'entitySites', 1, $1, 'month', '[{ "language": "zh" }]', 1)`,
    [monthlyTemplate],
  );
  const listReports = () =>
    app.http.inject({
      method: 'GET',
      url: '/prod-api/analysis/report/list?pageNum=1&pageSize=20',
      headers: { authorization: `Bearer ${token}` },
    });
  await app.tasks.read("reportTask.make('month')").run({
    signal: new AbortController().signal,
    report: () => undefined,
  });
  const idle = await percentile95(listReports);
  const watch = watchMemory();
  const start = performance.now();
  const stop = startReportMaking(app, running.services);
  while ((await countDone(app.pool)) < 10) await wait(200);
  const busy = await percentile95(listReports);
  while ((await countDone(app.pool)) < sites) await wait(200);
  const seconds = (performance.now() - start) / 1000;
  await stop();
  const { child, server } = watch.stop();
  print(
    `${sites} reports of a site, scheduled  ${((sites / seconds) * 60).toFixed(0)} a minute   (child ${megabytes(child)}, bar 350; server ${megabytes(server)} more, bar 50; a page of the list p95 ${busy.toFixed(1)} ms, ${(busy / idle).toFixed(2)} × the ${idle.toFixed(1)} ms at rest, bar 1.3; load ${load()})`,
  );
}

const load = () => (loadavg()[0] ?? 0).toFixed(1);

async function countDone(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ failed: number; done: number }>(
    `select count(*) filter (where state = 'failed')::integer as failed,
       count(*) filter (where state = 'done')::integer as done from report`,
  );
  const [{ failed, done } = { failed: 0, done: 0 }] = rows;
  if (failed > 0) throw new Error(`${failed} reports have failed`);
  return done;
}

async function percentile95(call: () => Promise<unknown>, count = 200): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
    await wait(20);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(count * 0.95)] ?? 0;
}

/** The most resident memory of a child of this process, and how much more this process takes than before. */
function watchMemory(): { stop(): { child: number; server: number } } {
  const before = process.memoryUsage.rss();
  let [child, most] = [0, before];
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss());
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const status = readStatus(pid);
      if (status.parent === process.pid && status.isNode) child = Math.max(child, status.resident);
    }
  };
  const timer = setInterval(look, 50);
  return {
    stop() {
      clearInterval(timer);
      look();
      return { child, server: most - before };
    },
  };
}

function readStatus(pid: string): { parent: number; resident: number; isNode: boolean } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const read = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '';
    return {
      parent: Number(read('PPid')),
      resident: Number(read('VmHWM')) * 1024,
      isNode: /node|MainThread/.test(read('Name')),
    };
  } catch {
    // The process has ended meanwhile.
    return { parent: 0, resident: 0, isNode: false };
  }
}

const pollutants = ['a34004', 'a34002', 'a21026', 'a21004', 'a21005', 'a05024'];

/** Days and hours of all sites from the first to the last date. */
async function fillDays(pool: pg.Pool, first: string, last: string): Promise<void> {
  const [from, to] = [Date.parse(first), Date.parse(last) + DAY_MS];
  for (let at = from - DAY_MS; at <= to; at += DAY_MS) {
    await openPartition(pool, 'reading_day', at);
    await openPartition(pool, 'reading_hour', at);
  }
  const { rows } = await pool.query<{ slot: number; code: string }>(
    'select slot, gb_code as code from basic_channel where gb_code = any($1) order by slot',
    [pollutants],
  );
  await pool.query(
    `insert into basic_device_type_channel (device_type_id, channel_id)
     select 90, channel_id from basic_channel where gb_code = any($1) on conflict do nothing`,
    [pollutants],
  );
  const value = (code: string) => (code === 'a21005' ? '(v / 60)::real' : 'v::real');
  await pool.query(
    `insert into reading_day (site_id, day, aqi, main, whole, o3_8h, received, values_received, values_valid,
       ${rows.map(({ slot }) => `a${slot}, c${slot}`).join(', ')})
     select site_id, day::date, (v + 20)::smallint, case when v > 30 then 'PM2.5' end, true, (v * 2)::real, 86400, 8640, 8600,
       ${rows.map(({ code }) => `${value(code)}, 24`).join(', ')}
     from site cross join generate_series($1::timestamp, $2::timestamp, interval '1 day') day,
       lateral (select 40 + 25 * sin(extract(epoch from day) / 200000 + site_id) as v) as value`,
    [first, last],
  );
  const columns = rows.map(({ slot }) => `a${slot}, c${slot}`).join(', ');
  for (let at = from; at < to; at += DAY_MS)
    await pool.query(
      `insert into reading_hour (site_id, ts, received, ${columns})
       select site_id, ts, 3600, ${rows.map(({ code }) => `${value(code)}, 3600`).join(', ')}
       from site cross join generate_series($1::timestamptz, $2::timestamptz, interval '1 hour') ts,
         lateral (select 40 + 25 * sin(extract(epoch from ts) / 9000 + site_id) as v) as value`,
      [new Date(at - 8 * HOUR_MS), new Date(at + 15 * HOUR_MS)],
    );
  await pool.query('analyze');
}
