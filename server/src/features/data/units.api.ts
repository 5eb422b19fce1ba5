/** Conversion between units, as pure functions. */
export { type Convert, defaultTemperature, makeConversion } from './import/history-units.rule.ts';
