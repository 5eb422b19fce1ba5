import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { serveTcp } from '../../../../platform/outbound/outbound.fixture.ts';

interface ReceivedMail {
  /** Sender and recipients that the commands named, whatever the headers say. */
  from: string;
  to: string[];
  raw: string;
  mail: Email;
  subject: string;
  text: string;
  isSecure: boolean;
  header(name: string): string | undefined;
}

type Step = 'connect' | 'MAIL' | 'RCPT' | 'DATA';

interface MailServerOptions {
  /** The reply by which the server refuses a step, such as `550 no such user`. */
  refuse?: (step: Step) => string | undefined;
  /** Key and certificate; without them the server offers no encryption. */
  tls?: { key: string; cert: string };
  /** The only user who may send, and how they log in. */
  login?: { user: string; password: string; methods: ('PLAIN' | 'LOGIN')[] };
  settings?: SMTPServerOptions;
}

/** A mail server on the loopback address, which keeps what it takes. */
export async function serveMail({ refuse, tls, login, settings }: MailServerOptions = {}) {
  const mails: ReceivedMail[] = [];
  /** Passwords that the server was given. */
  const passwords: string[] = [];
  const answer = (step: Step, done: (error?: Error) => void) => done(toRefusal(refuse?.(step)));
  const server = new SMTPServer({
    ...tls,
    name: 'relay.example',
    authMethods: login?.methods ?? [],
    authOptional: !login,
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      passwords.push(password ?? '');
      const isKnown = username === login?.user && password === login?.password;
      if (isKnown) done(null, { user: username });
      else done(toRefusal('535 wrong password'));
    },
    onConnect: (_session, done) => answer('connect', done),
    onMailFrom: (_address, _session, done) => answer('MAIL', done),
    onRcptTo: (_address, _session, done) => answer('RCPT', done),
    onData(stream, { envelope, secure }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const refusal = toRefusal(refuse?.('DATA'));
        if (refusal) return done(refusal);
        const raw = Buffer.concat(chunks).toString('latin1');
        const mail = await PostalMime.parse(raw);
        mails.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          raw,
          mail,
          subject: mail.subject ?? '',
          text: mail.text?.replaceAll('\r\n', '\n').trimEnd() ?? '',
          isSecure: secure,
          header: (name) => mail.headers.find(({ key }) => key === name.toLowerCase())?.value,
        });
        done();
      });
    },
    ...settings,
  });
  // Clients that break off are part of the tests.
  server.on('error', () => undefined);
  const { port, seen } = await serveTcp(server.server);
  return { port, seen, mails, passwords };
}

function toRefusal(reply: string | undefined): Error | undefined {
  if (reply === undefined) return undefined;
  return Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });
}
