import { AppError, type ErrorParams } from '@limpid/contract/errors';
import { OutboundError } from '../../../../platform/outbound/outbound-error.ts';

type DeliveryFailure =
  | 'http_status'
  | 'no_address'
  | 'no_mail_server'
  | 'no_page'
  | 'page_blocked'
  | 'robot'
  | 'smtp'
  | 'smtp_plain'
  | 'smtp_protocol';

/** A message that did not reach its receiver, and whether a later attempt may help. */
export class DeliveryError extends AppError {
  readonly isTemporary: boolean;
  /** How long the receiver asked to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(failure: DeliveryFailure, params: ErrorParams, isTemporary: boolean, retryAfterMs?: number) {
    super(`notify.${failure}`, params);
    this.name = 'DeliveryError';
    this.isTemporary = isTemporary;
    this.retryAfterMs = retryAfterMs;
    this.message = `notify ${failure} ${Object.values(params).join(' ')}`.trimEnd();
  }
}

/** Failures of a connection that a later attempt may not have. */
const temporaryFailures = new Set<OutboundError['code']>([
  'connection',
  'timeout',
  'tls',
  'unresolved',
  'too_large',
]);

/** Whether another attempt may succeed; an error of our own, such as a lost database, counts as temporary. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof DeliveryError) return error.isTemporary;
  if (error instanceof OutboundError) return temporaryFailures.has(error.code);
  return !(error instanceof AppError);
}
