import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { secure } from '../../../../platform/outbound/connect.ts';
import { limitTime } from '../../../../platform/outbound/deadline.ts';
import type { Outbound } from '../../../../platform/outbound/outbound.ts';
import { toOutboundError } from '../../../../platform/outbound/outbound-error.ts';
import { DeliveryError } from './delivery-error.ts';
import { formatMail, type Mail } from './mail.rule.ts';
import type { MailServer } from './smtp-url.rule.ts';

const maxReplyBytes = 16 * 1024;
/** A conversation has several answers: its time is this many times that of one. */
const sessionAnswers = 3;

interface Reply {
  code: number;
  lines: string[];
}

/**
 * Hands a message over to a mail server (RFC 5321); returns the recipients that it refused after it has taken the message
 * for the others. Fails if it takes none.
 */
export async function sendMail(outbound: Outbound, server: MailServer, mail: Mail): Promise<string[]> {
  const { host, port, isTls, ca } = server;
  const tls = isTls && { ca };
  let socket = await outbound.connect({ host, port, policy: 'public', tls });
  let refused: string[] = [];
  try {
    await limitTime(sessionAnswers * outbound.timeoutMs, host, async (signal) => {
      const abort = () => socket.destroy();
      signal.addEventListener('abort', abort, { once: true });
      let session = openConversation(socket);
      await session.expect(220);
      let offers = await greet(session, socket);
      if (!isTls && offers.has('STARTTLS')) {
        await session.ask('STARTTLS', 220);
        session.leave();
        socket = await secure(socket, host, { ca });
        session = openConversation(socket);
        offers = await greet(session, socket);
      } else if (!isTls && server.user !== undefined) {
        throw new DeliveryError('smtp_plain', { host }, false);
      }
      if (server.user !== undefined) await authenticate(session, offers, server.user, server.password);
      await session.ask(`MAIL FROM:<${mail.from}>`, 250);
      refused = await nameRecipients(session, mail.to);
      await session.ask('DATA', 354);
      // A line that begins with a dot would end the message.
      await session.ask(`${formatMail(mail).replace(/^\./gm, '..')}.`, 250);
      // The message is taken: what happens to the connection no longer matters.
      socket.end('QUIT\r\n');
      signal.removeEventListener('abort', abort);
    });
  } catch (error) {
    throw error instanceof DeliveryError ? error : toOutboundError(error, host);
  } finally {
    socket.destroy();
  }
  return refused;
}

/** One wrong address must not keep a message from all others. */
async function nameRecipients(session: Conversation, recipients: readonly string[]): Promise<string[]> {
  const refusals: { to: string; error: unknown }[] = [];
  for (const to of recipients)
    await session.ask(`RCPT TO:<${to}>`, 250, 251).catch((error: unknown) => {
      if (!(error instanceof DeliveryError)) throw error;
      refusals.push({ to, error });
    });
  const [first] = refusals;
  if (first && refusals.length === recipients.length) throw first.error;
  return refusals.map(({ to }) => to);
}

type Conversation = ReturnType<typeof openConversation>;

/** Commands and replies over one connection. */
function openConversation(socket: Socket) {
  let received = '';
  let failure: Error | undefined;
  const onData = (chunk: Buffer) => {
    received += chunk.toString('latin1');
    if (received.length > maxReplyBytes) socket.destroy(new Error('reply too long'));
  };
  const onError = (error: Error) => {
    failure = error;
  };
  const onClose = () => {
    failure ??= new Error('closed');
  };
  socket.on('data', onData).on('error', onError).on('close', onClose);

  async function read(): Promise<Reply> {
    for (;;) {
      const whole = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\n/.exec(received)?.[0];
      if (whole !== undefined) {
        received = received.slice(whole.length);
        const lines = whole.trimEnd().split(/\r?\n/);
        return { code: Number(lines.at(-1)?.slice(0, 3)), lines: lines.map((line) => line.slice(4).trim()) };
      }
      if (/^(?!\d{3}[ -]|\d{0,3}$)[^\n]*\n/.test(received))
        throw new DeliveryError('smtp_protocol', {}, false);
      if (failure) throw failure;
      // Only one of them happens; the others must not keep a listener or be reported as unhandled.
      const control = new AbortController();
      const events = ['data', 'close', 'error'].map((event) =>
        once(socket, event, { signal: control.signal }).catch(() => undefined),
      );
      await Promise.race(events);
      control.abort();
    }
  }

  async function expect(...codes: number[]): Promise<Reply> {
    const reply = await read();
    if (codes.includes(reply.code)) return reply;
    // 4xx: the server may take the message later; 5xx: it will not (RFC 5321, 4.2.1).
    const reason = { code: reply.code, reply: reply.lines.join(' ').slice(0, 200) };
    throw new DeliveryError('smtp', reason, reply.code >= 400 && reply.code < 500);
  }

  return {
    expect,
    ask(command: string, ...codes: number[]): Promise<Reply> {
      socket.write(`${command}\r\n`);
      return expect(...codes);
    },
    /** Gives the socket to TLS. What arrived before that could come from somebody in between. */
    leave() {
      socket.off('data', onData).off('error', onError).off('close', onClose);
      if (received !== '') throw new DeliveryError('smtp_protocol', {}, false);
    },
  };
}

/** The extensions that the server offers. */
async function greet(session: Conversation, { localAddress = '' }: Socket): Promise<Set<string>> {
  // Servers that look the name up refuse an unknown one; an address needs none (RFC 5321, 4.1.3).
  const { lines } = await session.ask(
    `EHLO [${isIP(localAddress) === 6 ? 'IPv6:' : ''}${localAddress}]`,
    250,
  );
  return new Set(lines.slice(1).flatMap((line) => authOffers(line.toUpperCase())));
}

function authOffers(line: string): string[] {
  const [name = '', ...rest] = line.split(/[ =]/);
  return name === 'AUTH' ? rest.map((method) => `AUTH ${method}`) : [name];
}

async function authenticate(
  session: Conversation,
  offers: ReadonlySet<string>,
  user: string,
  password: string,
): Promise<void> {
  const encode = (text: string) => Buffer.from(text).toString('base64');
  if (offers.has('AUTH LOGIN') && !offers.has('AUTH PLAIN')) {
    await session.ask('AUTH LOGIN', 334);
    await session.ask(encode(user), 334);
    await session.ask(encode(password), 235);
  } else {
    await session.ask(`AUTH PLAIN ${encode(`\0${user}\0${password}`)}`, 235);
  }
}
