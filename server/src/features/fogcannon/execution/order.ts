import type { CannonAction, OrderState } from '@limpid/contract/fogcannon/cannon-order';
import type { RunEndReason, RunReason } from '@limpid/contract/fogcannon/cannon-run';

/** Why something is ordered: a person or a rule wants it, or the platform ends a run. */
export type OrderReason =
  | 'person'
  | 'rule'
  | 'test'
  | 'jog'
  | 'limit'
  | 'interrupted'
  | 'failed'
  | 'local'
  | 'linkLost'
  | 'disabled';

/** Who orders something. */
export interface Orderer {
  reason: OrderReason;
  userId?: number;
  userName?: string;
  ruleId?: number;
  ruleName?: string;
}

/** An order that has not ended; times are in milliseconds. */
export interface OpenOrder {
  orderId: number;
  cannonId: number;
  orderKey: string;
  action: CannonAction | 'test';
  seconds: number | null;
  reason: OrderReason;
  userName: string | null;
  ruleId: number | null;
  ruleName: string | null;
  maxSeconds: number | null;
  state: Extract<OrderState, 'queued' | 'sent'>;
  /** Null: an order to switch off is repeated until it is confirmed. */
  expiresAt: number | null;
  nextAt: number;
  attempts: number;
}

/** A run that has not ended. */
export interface OpenRun {
  runId: number;
  cannonId: number;
  orderId: number | null;
  startedAt: number;
  stopBy: number | null;
  jogSeconds: number | null;
  /** The controller ends the jog by itself. */
  isSelfTimed: boolean;
  isConfirmed: boolean;
  reason: RunReason;
  /** The rule that has ordered it, and its name or that of the person. */
  ruleId: number | null;
  startedBy: string | null;
  /** Its start by the monotonic clock of the machine; null if unknown. */
  bootId: string | null;
  bootMs: number | null;
}

/** Why a run ends that an order switches off. */
export function endReasonOf(reason: OrderReason): RunEndReason {
  return reason === 'test' ? 'person' : reason;
}

/** The SQL of a moment in milliseconds. */
export function toMillis(column: string): string {
  return `(extract(epoch from ${column}) * 1000)::float8`;
}
