import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import type { DecisionReason } from '@limpid/contract/fogcannon/linkage-decision';
import type { PreviewedRun } from '@limpid/contract/fogcannon/linkage-preview';
import { decide, type LinkageSettings, type LinkageValue, type SiteWeather } from './decide.rule.ts';
import { silenceMs } from './values.rule.ts';

interface Simulation {
  settings: LinkageSettings;
  /** In the order of time. */
  values: readonly LinkageValue[];
  stepMs: number;
  /** The seconds of a jog; null for a cannon that runs until it is switched off. */
  jogSeconds: number | null;
  weatherAt(at: number): SiteWeather;
  zone: string;
  until: number;
}

export interface SimulatedLinkage {
  runs: PreviewedRun[];
  /** How often the cannon was held back, by reason. */
  holds: Map<DecisionReason, number>;
}

/** The runs that a rule would have ordered, by the decisions that it makes live; manual control is not simulated. */
export function simulateLinkage(simulation: Simulation): SimulatedLinkage {
  const { settings, values, zone, until } = simulation;
  const runs: PreviewedRun[] = [];
  const holds = new Map<DecisionReason, number>();
  const silence = silenceMs(simulation.stepMs, settings.consecutive);
  let open: PreviewedRun | undefined;
  let lastEndAt: number | null = null;
  let held: DecisionReason | undefined;
  let before = Number.NEGATIVE_INFINITY;

  const end = (to: number, endReason: PreviewedRun['endReason'], endValues: number[] = []) => {
    if (open) Object.assign(open, { to, endReason, endValues });
    open = undefined;
    lastEndAt = to;
  };
  /** What ends a run without a new value. */
  const endBefore = (moment: number) => {
    if (!open) return;
    const { from } = open;
    const ends: [at: number, reason: NonNullable<PreviewedRun['endReason']>][] = [
      [from + settings.maxRunMinutes * MINUTE_MS, 'maxRun'],
      [before + silence, 'silent'],
    ];
    if (simulation.jogSeconds !== null) ends.push([from + simulation.jogSeconds * SECOND_MS, 'jog']);
    const [at, reason] = ends.reduce((first, next) => (next[0] < first[0] ? next : first));
    if (at <= moment) end(at, reason);
  };

  for (const [index, { at }] of values.entries()) {
    endBefore(at);
    const decision = decide({
      settings,
      values: values.slice(Math.max(0, index + 1 - settings.consecutive), index + 1),
      isSilent: false,
      weather: simulation.weatherAt(at),
      cannon: {
        ownRunSince: open?.from ?? null,
        isTaken: false,
        lastEndAt,
        manualUntil: null,
        isUnreachable: false,
      },
      now: at,
      zone,
    });
    if (decision?.kind === 'start') {
      open = { from: at, to: null, endReason: null, startValues: decision.values, endValues: [] };
      runs.push(open);
    } else if (decision?.kind === 'stop') end(at, decision.reason, decision.values);
    const holding = decision?.kind === 'hold' ? decision.reason : undefined;
    if (holding && holding !== held) holds.set(holding, (holds.get(holding) ?? 0) + 1);
    held = holding;
    before = at;
  }
  endBefore(until);
  return { runs, holds };
}
