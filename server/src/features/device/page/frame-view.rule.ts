import type { DeviceFrame } from '@limpid/contract/device/device-page';
import { createDecoder } from '@limpid/hj212/decoder';
import { type PacketField, readFields } from '@limpid/hj212/fields';
import type { Packet } from '@limpid/hj212/packet';
import { hiddenValue, hidePasswords, isSecretField } from '@limpid/hj212/secrets';
import type { Check } from '@limpid/hj212/segment';
import { looksEncrypted, readsAsText } from '@limpid/hj212/sm4';

export interface WireFrame {
  at: number;
  isSent: boolean;
  /** One character per byte. */
  raw: string;
}

/** A frame for people: the text of the wire and its fields, decrypted if it is encrypted, without passwords. */
export function describeFrame({ at, isSent, raw }: WireFrame, check: Check | undefined): DeviceFrame {
  const bytes = Buffer.from(raw, 'latin1');
  const decoder = createDecoder({ checkOf: () => check });
  const [found] = [...decoder.push(bytes), ...decoder.end()];
  const packet = found?.ok ? found.packet : undefined;
  return {
    at,
    isSent,
    isEncrypted: packet?.encrypted ?? false,
    raw: hidePasswords(toStored(hideEncryptedSecret(bytes, packet, check).toString('utf8').trim())),
    header: packet ? describeHeader(packet) : [],
    fields: packet ? readFields(packet.cp).map(hideSecret) : [],
  };
}

/**
 * The frame without its data part, if that is encrypted and may carry a secret: SM4 leaves the last bytes plain, where
 * the name of the field may be encrypted and its value is not.
 */
function hideEncryptedSecret(bytes: Buffer, packet: Packet | undefined, check: Check | undefined): Buffer {
  const from = bytes.indexOf('CP=&&') + 'CP=&&'.length;
  const to = bytes.lastIndexOf('&&');
  if (to < from) return bytes;
  const content = bytes.subarray(from, to);
  const isHidden = packet
    ? packet.encrypted && hidePasswords(packet.cp) !== packet.cp
    : looksEncrypted(content) || (Boolean(check?.sm4) && !readsAsText(content));
  return isHidden
    ? Buffer.concat([bytes.subarray(0, from), Buffer.from(hiddenValue), bytes.subarray(to)])
    : bytes;
}

function describeHeader({ qn, st, cn, pw, mn, flag, pnum, pno }: Packet): PacketField[] {
  const header = { QN: qn, ST: st, CN: cn, PW: pw, MN: mn, Flag: flag, PNUM: pnum, PNO: pno };
  return Object.entries(header).flatMap(([name, value]) =>
    value === null ? [] : [hideSecret({ name, value: String(value) })],
  );
}

function hideSecret({ name, value }: PacketField): PacketField {
  return { name: toStored(name), value: isSecretField(name) ? hiddenValue : hidePasswords(toStored(value)) };
}

/** Replaces characters that the database cannot store. */
function toStored(text: string): string {
  return text.replace(/\p{Cc}/gu, '\ufffd').toWellFormed();
}
