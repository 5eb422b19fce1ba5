/** A mail server from `smtp://user:password@host:port` or `smtps://…`. */
export interface MailServer {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  isTls: boolean;
  user: string | undefined;
  password: string;
  /** Of messages whose channel has no sender. */
  from: string;
  /** Certificates to trust instead of those that come with Node. */
  ca?: string | undefined;
}

const defaultPorts: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 };

/** Undefined if the text is no such address. */
export function readSmtpUrl(text: string): MailServer | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const defaultPort = defaultPorts[url.protocol];
  if (defaultPort === undefined || url.hostname === '' || !/^\/?$/.test(url.pathname)) return undefined;
  const [user, password] = [decode(url.username), decode(url.password)];
  if (user === undefined || password === undefined) return undefined;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const fallback = user.includes('@') ? user : `limpid@${host}`;
  const from = url.searchParams.get('from') ?? fallback;
  if (!isMailAddress(from)) return undefined;
  const port = Number(url.port || defaultPort);
  return { host, port, isTls: url.protocol === 'smtps:', user: user || undefined, password, from };
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    // A percent sign that begins no escape.
    return undefined;
  }
}

/** Strict on purpose: what passes can stand in an SMTP command and in a header. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text);
}
