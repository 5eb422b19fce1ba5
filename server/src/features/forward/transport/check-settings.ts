import { X509Certificate } from 'node:crypto';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { ForwardPacket } from '../target.ts';

/** A packet that every receiver can get, to try out the settings of a target. */
const probe: ForwardPacket = {
  site: { siteName: 'probe', mn: 'PROBE', systemCode: '22' },
  kind: 2011,
  ts: 0,
  qn: 0,
  isReissued: false,
  values: [{ code: 'a34004', value: 1, low: null, high: null, flag: 'N' }],
};

interface Settings {
  write(packet: ForwardPacket): unknown;
  ca?: string | undefined;
  header?: { name: string; value: string } | undefined;
}

/** Throws where no packet could ever be sent: so that readings wait until the settings are repaired. */
export function checkSettings({ write, ca, header }: Settings): void {
  write(probe);
  if (header) {
    validateHeaderName(header.name);
    validateHeaderValue(header.name, header.value);
  }
  if (ca !== undefined) readCertificate(ca);
}

function readCertificate(ca: string): void {
  try {
    new X509Certificate(ca);
  } catch {
    throw new Error('CA certificate cannot be read');
  }
}
