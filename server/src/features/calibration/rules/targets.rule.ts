import type { IndexPollutant } from '@limpid/aqi/pollutant';
import { toTableUnit } from '@limpid/aqi/pollutant';
import { convertToVolume } from '@limpid/aqi/units';
import type {
  CalibrationStatistics,
  CalibrationVerdict,
  TargetCheck,
} from '@limpid/contract/calibration/result';

interface Target {
  slope: readonly [number, number];
  /** Either way; µg/m³ for particles, ppb for gases, ppm for CO. */
  intercept: number;
  rSquared: number;
  rmse: number;
  /** In per cent; met if either error is. */
  nrmse?: number;
}

const particles = { slope: [0.65, 1.35], rSquared: 0.7, nrmse: 30 } as const;
const gases = { slope: [0.65, 1.35], intercept: 5, rSquared: 0.7, rmse: 15 } as const;

/** The performance targets of the US EPA for sensors that supplement a network, without those that need two sensors. */
const epaTargets: Readonly<Record<IndexPollutant, Target>> = {
  'PM2.5': { ...particles, intercept: 5, rmse: 7 },
  PM10: { ...particles, intercept: 10, rmse: 14 },
  O3: { slope: [0.8, 1.2], intercept: 5, rSquared: 0.8, rmse: 5 },
  CO: { slope: [0.8, 1.2], intercept: 0.05, rSquared: 0.8, rmse: 0.15 },
  NO2: gases,
  SO2: gases,
};

/** Compares statistics in the unit of the channel with the targets; empty where the unit cannot be converted. */
export function checkTargets(
  { slope, intercept, rSquared, rmse, nrmse }: CalibrationStatistics,
  pollutant: IndexPollutant,
  unit: string,
): TargetCheck[] {
  const target = epaTargets[pollutant];
  const inTargetUnit = (amount: number) => toTargetUnit(pollutant, amount, unit);
  const [offset, error] = [inTargetUnit(intercept ?? 0), inTargetUnit(rmse)];
  if (offset === null || error === null) return [];
  const isRelativeMet = target.nrmse !== undefined && nrmse !== null && nrmse <= target.nrmse;
  const [low, high] = target.slope;
  return [
    { name: 'slope', value: slope, met: slope !== null && slope >= low && slope <= high },
    {
      name: 'intercept',
      value: intercept === null ? null : offset,
      met: intercept !== null && Math.abs(offset) <= target.intercept,
    },
    { name: 'rSquared', value: rSquared, met: rSquared !== null && rSquared >= target.rSquared },
    { name: 'error', value: error, met: error <= target.rmse || isRelativeMet },
  ];
}

/** All targets, some, or none; null without targets. */
export function judgeTargets(checks: readonly TargetCheck[]): CalibrationVerdict | null {
  const met = checks.filter((check) => check.met).length;
  if (checks.length === 0) return null;
  return met === checks.length ? 'met' : met > 0 ? 'partly' : 'missed';
}

function toTargetUnit(pollutant: IndexPollutant, amount: number, unit: string): number | null {
  const mass = toTableUnit(pollutant, Math.abs(amount), unit);
  if (mass === null || pollutant === 'PM2.5' || pollutant === 'PM10') return sign(amount, mass);
  return sign(amount, convertToVolume(pollutant, mass));
}

const sign = (amount: number, size: number | null) => (size === null ? null : Math.sign(amount) * size);
