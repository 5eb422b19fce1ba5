import { createHash, randomBytes } from 'node:crypto';

export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The token of `Authorization: Bearer …`, if it has the form of our tokens. */
export function readBearer(header: string | undefined): string | undefined {
  return /^bearer ([\w-]{43})$/i.exec(header ?? '')?.[1];
}
