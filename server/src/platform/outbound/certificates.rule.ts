import { X509Certificate } from 'node:crypto';

const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Whether a text has certificates in PEM form, and no broken one. */
export function hasCertificates(text: string): boolean {
  const found = text.match(pem) ?? [];
  return found.length > 0 && found.every(isCertificate);
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).fingerprint256.length > 0;
  } catch {
    return false;
  }
}
