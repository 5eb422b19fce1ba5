import { measureReports } from '../bench/report/reports.ts';

/** Runs only the benchmarks of statistics reports. */
await measureReports((line) => console.log(line));
