/** When a shift of a rota begins and ends. */
export interface ShiftTimes {
  /** Days on which the shift begins: `1,2,3` from Monday = 1. */
  weekdays: string;
  fromTime: string;
  toTime: string;
}

/** A part of the week without a shift. */
export interface RotaGap {
  fromDay: number;
  from: string;
  toDay: number;
  to: string;
}

const dayMinutes = 24 * 60;
const weekMinutes = 7 * dayMinutes;

/** The hours of the week that no shift covers. Without any shift there is one gap, from Monday to Monday. */
export function findRotaGaps(shifts: readonly ShiftTimes[]): RotaGap[] {
  const covered = new Uint8Array(weekMinutes);
  for (const { weekdays, fromTime, toTime } of shifts) {
    const start = readMinutes(fromTime);
    const length = (readMinutes(toTime) - start + dayMinutes) % dayMinutes || dayMinutes;
    for (const day of weekdays.split(',').map(Number))
      for (let minute = 0; minute < length; minute += 1)
        covered[((day - 1) * dayMinutes + start + minute) % weekMinutes] = 1;
  }
  const starts = Array.from(covered.keys()).filter(
    (minute) => !covered[minute] && covered[(minute + weekMinutes - 1) % weekMinutes],
  );
  if (starts.length === 0) return covered[0] ? [] : [describe(0, weekMinutes)];
  return starts.map((start) => {
    let end = start;
    while (!covered[end % weekMinutes]) end += 1;
    return describe(start, end);
  });
}

function describe(start: number, end: number): RotaGap {
  const dayOf = (minute: number) => (Math.floor(minute / dayMinutes) % 7) + 1;
  // A gap until midnight ends on the day that it fills.
  const isMidnight = end % dayMinutes === 0;
  return {
    fromDay: dayOf(start),
    from: writeMinutes(start % dayMinutes),
    toDay: dayOf(isMidnight ? end - 1 : end),
    to: isMidnight ? '24:00' : writeMinutes(end % dayMinutes),
  };
}

function readMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function writeMinutes(minutes: number): string {
  const pad = (number: number) => String(number).padStart(2, '0');
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
