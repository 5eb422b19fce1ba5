interface Spray {
  from: number;
  /** Infinite while the pump runs. */
  to: number;
}

/** When the pumps of a relay board have run. Times in epoch milliseconds. */
export interface SprayLog {
  note(coil: number, isOn: boolean): void;
  /** How long a pump has run between two moments. */
  measure(coil: number, from: number, to: number): number;
}

const kept = 100;

export function makeSprayLog(now: () => number = Date.now): SprayLog {
  const sprays = new Map<number, Spray[]>();
  return {
    note(coil, isOn) {
      const ofCoil = sprays.get(coil) ?? [];
      const last = ofCoil.at(-1);
      if (last?.to === Number.POSITIVE_INFINITY) {
        if (!isOn) last.to = now();
      } else if (isOn) ofCoil.push({ from: now(), to: Number.POSITIVE_INFINITY });
      sprays.set(coil, ofCoil.slice(-kept));
    },
    measure(coil, from, to) {
      const overlaps = (sprays.get(coil) ?? []).map((spray) =>
        Math.max(0, Math.min(spray.to, to) - Math.max(spray.from, from)),
      );
      return overlaps.reduce((sum, one) => sum + one, 0);
    },
  };
}
