import { AppError } from '@limpid/contract/errors';

export type OutboundFailure =
  | 'connection'
  | 'invalid_url'
  | 'own_address'
  | 'redirect'
  | 'refused_address'
  | 'timeout'
  | 'tls'
  | 'too_large'
  | 'unresolved';

interface FailureDetails {
  host?: string;
  /** What the system or the other side said: `ECONNREFUSED`, `CERT_HAS_EXPIRED`, a status. */
  reason?: string | number;
}

/** A connection or a request that failed, with a message for a person in each language. */
export class OutboundError extends AppError {
  readonly code: OutboundFailure;

  constructor(code: OutboundFailure, { host = '', reason = '' }: FailureDetails = {}) {
    super(`outbound.${code}`, { host, reason });
    this.name = 'OutboundError';
    this.code = code;
    this.message = `outbound ${code} ${host} ${reason}`.trimEnd();
  }
}

/** The failure that an error of a socket, of TLS or of the HTTP parser amounts to. */
export function toOutboundError(error: unknown, host: string, isTls = false): OutboundError {
  if (error instanceof OutboundError) return error;
  const { code, message }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  const reason = code ?? message;
  if (reason === 'HPE_HEADER_OVERFLOW') return new OutboundError('too_large', { host, reason });
  return new OutboundError(isTls ? 'tls' : 'connection', { host, reason });
}
