interface Measure {
  unit: string | null;
  decimals: number | null;
}

interface MeasuredAlarm {
  alarmType?: string | null | undefined;
  unit?: string | null | undefined;
  decimals?: number | null | undefined;
  limitValue?: number | null | undefined;
}

/** Unit and decimals of an alarm's values: those of its channel, unless the values count something else. */
export function measureOf({ alarmType, unit, decimals, limitValue }: MeasuredAlarm): Measure {
  const isLimited = limitValue !== null && limitValue !== undefined;
  // Hours of a flat line, or the share of invalid values.
  if (alarmType === 'quality') return isLimited ? { unit: '%', decimals: 1 } : { unit: 'h', decimals: 0 };
  // Without a channel the limit is that of the supply voltage.
  if (alarmType === 'power' && !unit && isLimited) return { unit: 'V', decimals: 1 };
  return { unit: unit ?? null, decimals: decimals ?? null };
}
