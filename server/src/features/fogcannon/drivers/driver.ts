import { AppError, type ErrorKey, type ErrorParams } from '@limpid/contract/errors';
import type { Confirmation } from '@limpid/contract/fogcannon/cannon';

/** What a driver tells a controller about an order. */
export interface DriverOrder {
  /** The same for every attempt, so that a controller can tell a repetition from a new order. */
  key: string;
  /** Nothing is sent after this moment; null for an order to switch off, which never comes too late. */
  expiresAt: number | null;
  /** Why it must no longer be sent; undefined while it may. */
  findRefusal?(): DriverError | undefined;
  /** Aborts when nothing waits for the order any more: a person wants the cannon off, or this process stops. */
  signal?: AbortSignal;
}

/** What a cannon has said about itself. */
export interface CannonReading {
  isOn: boolean;
  by: Confirmation;
  /** It was received before the last command: it confirms nothing. */
  isOld?: true;
}

/** One way to reach the controller of a cannon. Every method ends within the time-out of outgoing connections. */
export interface CannonLink {
  /** Whether the controller ends a jog by itself, also without a link. */
  timesJog: boolean;
  /** Whether it ends any run by itself after the longest time of a jog at most. */
  timesRun: boolean;
  switchOn(order: DriverOrder): Promise<void>;
  switchOff(order: DriverOrder): Promise<void>;
  jog(order: DriverOrder, seconds: number): Promise<void>;
  /** Undefined where the controller cannot say. */
  readState: (() => Promise<CannonReading>) | undefined;
  /** Finds out whether the controller can be reached, where it has no state to read. */
  check?(): Promise<void>;
  /** Calls with every state that the controller sends by itself; undefined while it is not connected. */
  watch?(listener: (reading: CannonReading | undefined) => void): void;
  close?(): void;
}

/** A controller that could not be reached, or has refused. */
export class DriverError extends AppError {
  /** Whether the order may have been executed although nothing has confirmed it. */
  readonly mayHaveArrived: boolean;

  constructor(key: ErrorKey, params: ErrorParams = {}, { mayHaveArrived = false } = {}) {
    super(key, params);
    this.name = 'DriverError';
    this.message = `${key} ${JSON.stringify(params)}`;
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** Whether an order may have reached the controller although it failed. */
export function mayHaveArrived(error: unknown): boolean {
  return !(error instanceof DriverError) || error.mayHaveArrived;
}
