/** A failed start. Its message is the one line that an administrator sees. */
export class LaunchError extends Error {}

export const ownServerHint = 'or set DATABASE_URL to use a PostgreSQL of your own';

/** The code of a system or PostgreSQL error (ENOENT, 3D000 …). */
export function readErrorCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return undefined;
}

export function summariseError(error: unknown): string {
  const text = error instanceof Error ? error.message || readErrorCode(error) || error.name : String(error);
  return text.split('\n', 1)[0]?.trim() ?? '';
}
