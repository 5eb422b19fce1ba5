/** Why bytes were refused. The list is closed: counters, documentation and screens use exactly these reasons. */
export const reasons = [
  'noise',
  'header',
  'length',
  'crc',
  'encrypted',
  'sm4',
  'utf8',
  'segment',
  'command',
  'incomplete',
] as const;

export type DecodeFailure = (typeof reasons)[number];

export const explanations: Record<DecodeFailure, string> = {
  noise: 'bytes outside any frame: a registration string, a heartbeat of the modem, garbage',
  header: '## is not followed by four decimal digits',
  length: 'the declared length does not lead to the CRC, or another frame begins inside it',
  crc: 'the CRC does not match the data segment',
  encrypted: 'CP is enciphered and no key is known',
  sm4: 'a key is known, but what it deciphers is not the text the CRC was made of',
  utf8: 'the text is not UTF-8',
  segment:
    'the data segment cannot be read: no CP=&&…&&, or a header field too long or with control characters',
  command: 'there is no command code (CN)',
  incomplete: 'the stream ended inside a frame',
};
