import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { certificate, certificateKey, serveTcp } from '../../../../platform/outbound/outbound.fixture.ts';
import { openOutbound } from '../../../../platform/outbound/outbound.ts';
import { serveSmtp } from '../notify.fixture.ts';
import { sendMail } from './smtp.ts';
import type { MailServer } from './smtp-url.rule.ts';

const outbound = openOutbound({ outboundAllow: ['127.0.0.1'], port: 8080, gatewayPort: 8212 }, async () => [
  { address: '127.0.0.1', family: 4 },
]);
const mail = {
  id: 'id1',
  from: 'air@city.example',
  to: ['a@b.example', 'c@d.example'],
  subject: 'PM10 超限',
  text: '.first\n..second',
  at: new Date('2026-11-18T10:30:00Z'),
};
const server = (port: number, facts: Partial<MailServer> = {}): MailServer => ({
  host: 'relay.example',
  port,
  isTls: false,
  user: undefined,
  password: '',
  from: 'air@city.example',
  ...facts,
});
const tls = { key: certificateKey, cert: certificate };

describe('a mail server', () => {
  it('gets the message for all recipients', async () => {
    const { port, mails } = await serveSmtp();
    await sendMail(outbound, server(port), mail);
    expect(mails).toMatchObject([
      { from: mail.from, to: mail.to, subject: mail.subject, text: '.first\r\n..second' },
    ]);
  });

  it.each([
    ['PLAIN', ['AUTH PLAIN AHVzZXIAcMOkc3M=']],
    ['LOGIN', ['AUTH LOGIN', 'dXNlcg==', 'cMOkc3M=']],
  ])('gets the password by %s, after STARTTLS', async (auth, expected) => {
    const replies = (command: string) =>
      command === 'AUTH LOGIN' || command === 'dXNlcg=='
        ? '334 go on'
        : command === 'cMOkc3M='
          ? '235 ok'
          : undefined;
    const { port, mails, commands } = await serveSmtp({ tls, auth, replies });
    await sendMail(outbound, server(port, { user: 'user', password: 'päss', ca: certificate }), mail);
    expect(mails).toHaveLength(1);
    expect(commands.slice(0, 3 + expected.length)).toEqual([
      'EHLO limpid.invalid',
      'STARTTLS',
      'EHLO limpid.invalid',
      ...expected,
    ]);
  });

  it('gets no password without encryption', async () => {
    const { port, commands } = await serveSmtp({ auth: 'PLAIN' });
    const sending = sendMail(outbound, server(port, { user: 'user', password: 'secret' }), mail);
    await expect(sending).rejects.toMatchObject({ key: 'notify.smtp_plain', isTemporary: false });
    expect(commands).toEqual(['EHLO limpid.invalid']);
  });

  it('with a certificate that nobody trusts gets no message', async () => {
    const { port, mails } = await serveSmtp({ tls });
    await expect(sendMail(outbound, server(port), mail)).rejects.toMatchObject({ key: 'outbound.tls' });
    expect(mails).toEqual([]);
  });

  it.each([
    ['RCPT', '450 mailbox busy', true],
    ['RCPT', '550 no such user', false],
    ['MAIL', '452 too many', true],
    ['AUTH', '535 wrong password', false],
  ])('that answers %s with %s', async (verb, reply, isTemporary) => {
    const { port } = await serveSmtp({
      tls,
      replies: (command) => (command.startsWith(verb) ? reply : undefined),
    });
    const login = { user: 'user', password: 'x', ca: certificate };
    await expect(sendMail(outbound, server(port, login), mail)).rejects.toMatchObject({
      key: 'notify.smtp',
      params: { code: Number(reply.slice(0, 3)), reply: reply.slice(4) },
      isTemporary,
    });
  });

  it('that speaks another protocol is named as such', async () => {
    const { port } = await serveTcp(createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    await expect(sendMail(outbound, server(port), mail)).rejects.toMatchObject({
      key: 'notify.smtp_protocol',
    });
  });

  it('that closes the connection is tried again', async () => {
    const { port } = await serveTcp(createServer((socket) => socket.end('220 hello\r\n')));
    await expect(sendMail(outbound, server(port), mail)).rejects.toMatchObject({
      key: 'outbound.connection',
    });
  });
});
