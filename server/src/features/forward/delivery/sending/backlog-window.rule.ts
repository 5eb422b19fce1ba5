import { MINUTE_MS } from '@limpid/contract/durations';

/** How many packets of gaps may be on their way to a target, so that current data do not queue behind them there. */
export interface BacklogWindow {
  readonly size: number;
  /** The shortest delay of an answer since the window was opened. */
  readonly shortestMs: number;
  readonly openedAt: number;
  /** Undefined until packets had to queue. */
  readonly narrowedAt: number | undefined;
}

const widest = 160;
/** Packets may queue for so long at a receiver that is quicker. */
const queueMs = 250;

export const openBacklogWindow = (now: number): BacklogWindow => ({
  size: 1,
  shortestMs: Number.POSITIVE_INFINITY,
  openedAt: now,
  narrowedAt: undefined,
});

/**
 * The window after the answer to a backlog packet. It grows while the delay of answers stays near the shortest one, and
 * halves when the delay shows that packets queue, at the receiver or for the minimum gap between packets. Every minute it
 * starts again at one packet, because the shortest delay may no longer hold.
 */
export function afterAnswer(
  window: BacklogWindow,
  { sentAt, now, isAccepted }: { sentAt: number; now: number; isAccepted: boolean },
): BacklogWindow {
  const { size, openedAt, narrowedAt } = window;
  if (now - openedAt >= MINUTE_MS) return openBacklogWindow(now);
  // It was sent with others of the window before.
  if (sentAt < openedAt) return window;
  const delay = Math.max(0, now - sentAt);
  const shortestMs = Math.min(window.shortestMs, delay);
  const isQueueing = delay - shortestMs > queueMs && delay >= 2 * shortestMs;
  if (isAccepted && !isQueueing) {
    const wider = narrowedAt === undefined ? size + 1 : size + 1 / size;
    return { ...window, shortestMs, size: Math.min(widest, wider) };
  }
  if (narrowedAt !== undefined && sentAt < narrowedAt) return { ...window, shortestMs };
  return { ...window, shortestMs, size: Math.max(1, size / 2), narrowedAt: now };
}
