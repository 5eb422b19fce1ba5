import { isMailAddress } from './smtp-url.rule.ts';

export interface MailAttachment {
  fileName: string;
  type: string;
  bytes: Uint8Array;
}

export interface Mail {
  /** The same at every attempt, so that mail programs fold repeats. */
  id: string;
  from: string;
  to: readonly string[];
  subject: string;
  text: string;
  at: Date;
  attachments?: readonly MailAttachment[];
}

const maxLine = 76;
/** Bytes of UTF-8 per encoded word: with the name of the header, a line stays within 78 characters. */
const maxWordBytes = 39;

/** The message as RFC 5322 wants it, with lines that end in CR LF. */
export function formatMail(mail: Mail): string {
  const { id, from, to, subject, at } = mail;
  const domain = from.split('@').at(-1) ?? 'limpid';
  return [
    `Message-ID: <${id}@${domain}>`,
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `From: Limpid <${from}>`,
    `To: ${to.join(',\r\n ')}`,
    `Subject: ${encodeHeader(subject)}`,
    'Auto-Submitted: auto-generated',
    'X-Auto-Response-Suppress: All',
    'MIME-Version: 1.0',
    ...formatContent(mail),
    '',
  ].join('\r\n');
}

/** Headers and body of the text, or of the text and its attachments (RFC 2046). */
function formatContent({ id, text, attachments = [] }: Mail): string[] {
  const plain = [
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...foldBase64(Buffer.from(text.replace(/\r?\n/g, '\r\n'))),
  ];
  if (attachments.length === 0) return plain;
  // Base64 contains no hyphens at the beginning of a line, so the boundary is in no part.
  const boundary = `--=${id}`;
  const parts = [plain, ...attachments.map(formatAttachment)];
  return [
    'Content-Type: multipart/mixed;',
    ` boundary="${boundary}"`,
    '',
    ...parts.flatMap((part) => [`--${boundary}`, ...part]),
    `--${boundary}--`,
  ];
}

/** The name as RFC 2231 encodes it, because the other form of headers is not meant for parameters. */
function formatAttachment({ fileName, type, bytes }: MailAttachment): string[] {
  return [
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment;',
    ...formatFileName(fileName),
    '',
    ...foldBase64(bytes),
  ];
}

/** Bytes of a name per line, each of which becomes three letters. */
const maxNameBytes = 18;

function formatFileName(fileName: string): string[] {
  const bytes = Buffer.from(fileName);
  const count = Math.ceil(bytes.length / maxNameBytes);
  return Array.from({ length: count }, (_, index) => {
    const part = bytes.subarray(index * maxNameBytes, (index + 1) * maxNameBytes);
    const encoded = [...part].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
    return ` filename*${index}*=${index === 0 ? "utf-8''" : ''}${encoded}${index < count - 1 ? ';' : ''}`;
  });
}

function foldBase64(bytes: Uint8Array): string[] {
  return (
    Buffer.from(bytes)
      .toString('base64')
      .match(new RegExp(`.{1,${maxLine}}`, 'g')) ?? []
  );
}

/** Encoded words (RFC 2047), which also keep line breaks of a name out of the header. */
function encodeHeader(text: string): string {
  const words: string[] = [];
  let word = '';
  for (const letter of text) {
    if (Buffer.byteLength(word + letter) > maxWordBytes) {
      words.push(word);
      word = '';
    }
    word += letter;
  }
  words.push(word);
  return words.map((one) => `=?utf-8?B?${Buffer.from(one).toString('base64')}?=`).join('\r\n ');
}

/** Addresses or numbers of a field, separated by commas, semicolons or spaces. */
export function splitRecipients(text: string | null | undefined): string[] {
  return (text ?? '').split(/[\s,;，；]+/).filter((part) => part !== '');
}

/** The first recipient to whom no mail can be sent. */
export function findBadAddress(recipients: readonly string[]): string | undefined {
  return recipients.find((one) => !isMailAddress(one));
}
