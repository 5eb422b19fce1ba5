import { measureDataRules } from '../bench/gateway/data-rules.ts';
import { measureCalibration } from '../bench/queries/calibration.ts';

/** Runs only the benchmarks of data rules and of calibration. */
await measureDataRules((line) => console.log(line));
await measureCalibration((line) => console.log(line));
