import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { parameter } from '@limpid/contract/system/parameter';
import type { App } from '../../../platform/app.ts';

type Deps = App['parameters'];

const key = 'reference.cityValidPercent';
const defaultPercent = 75;

/** A whole number from 1 to 100; undefined for anything else. */
function readPercent(text: string): number | undefined {
  const percent = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return percent >= 1 && percent <= 100 ? percent : undefined;
}

/** The share of valid stations that the mean of a city needs. */
export async function getMinValidPercent(parameters: Pick<Deps, 'get'>): Promise<number> {
  return readPercent((await parameters.get(key)) ?? '') ?? defaultPercent;
}

export function addCityShareCheck(parameters: Pick<Deps, 'addCheck'>): void {
  parameters.addCheck(key, (value) => {
    if (readPercent(value) === undefined)
      fail('parameter.percent', { label: fieldLabel(parameter, 'configValue') }, 'configValue');
  });
}
