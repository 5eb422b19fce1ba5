import { isMailAddress } from './smtp-url.rule.ts';

export interface Mail {
  /** The same at every attempt, so that mail programs fold repeats. */
  id: string;
  from: string;
  to: readonly string[];
  subject: string;
  text: string;
  at: Date;
}

const maxLine = 76;
/** Bytes of UTF-8 per encoded word: with the name of the header, a line stays within 78 characters. */
const maxWordBytes = 39;

/** The message as RFC 5322 wants it, with lines that end in CR LF. */
export function formatMail({ id, from, to, subject, text, at }: Mail): string {
  const domain = from.split('@').at(-1) ?? 'limpid';
  const body = Buffer.from(text.replace(/\r?\n/g, '\r\n')).toString('base64');
  return [
    `Message-ID: <${id}@${domain}>`,
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `From: Limpid <${from}>`,
    `To: ${to.join(',\r\n ')}`,
    `Subject: ${encodeHeader(subject)}`,
    'Auto-Submitted: auto-generated',
    'X-Auto-Response-Suppress: All',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...(body.match(new RegExp(`.{1,${maxLine}}`, 'g')) ?? []),
    '',
  ].join('\r\n');
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
