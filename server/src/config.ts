import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { defaultZone, isZone } from '@limpid/contract/zone';

const roles = ['http', 'gateway', 'worker'] as const;
type Role = (typeof roles)[number];

export interface Config {
  port: number;
  /** Where stations report. */
  gatewayPort: number;
  /** Where DTUs of fog cannons dial in; undefined: nowhere. */
  dtuPort: number | undefined;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  zone: string;
  demo: boolean;
  adminPassword: string | undefined;
  /** What secrets are sealed with; without it, a key file in the data folder. */
  secretKey: string | undefined;
  captcha: boolean;
  logLevel: string;
  /** What this process does, of everything that processes of one database share. */
  roles: Role[];
  /** Addresses of reverse proxies whose X-Forwarded-For is believed. */
  trustProxy: string[];
  /** Networks that outgoing connections may use although their policy refuses them. */
  outboundAllow: string[];
  /** How long a receiver may take to answer. */
  outboundTimeoutMs: number;
  /** The mail server of e-mail channels without one of their own. */
  smtpUrl: string | undefined;
  /** The MQTT broker to which devices publish. */
  mqttUrl: string | undefined;
}

/** A setting that cannot be used. Its message is the one line an administrator sees. */
export class SettingError extends Error {}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

type Environment = Record<string, string | undefined>;

/** The listed variables, for a child process that gets no others. */
export function pickEnvironment(
  names: readonly string[],
  environment: Environment = process.env,
): Record<string, string> {
  const found = names.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

export function readConfig(environment: Environment = process.env): Config {
  const text = (name: string) => environment[name]?.trim() || undefined;
  const databaseUrl = readDatabaseUrl(text('DATABASE_URL'));
  return {
    port: readPort('PORT', text('PORT'), 8080),
    gatewayPort: readPort('GATEWAY_PORT', text('GATEWAY_PORT'), 8212),
    dtuPort: text('DTU_PORT') === undefined ? undefined : readPort('DTU_PORT', text('DTU_PORT'), 0),
    host: readHost(text('HOST') ?? '127.0.0.1'),
    dataDir: resolve(text('DATA_DIR') ?? 'data'),
    databaseUrl,
    zone: readZone(text('TZ_SERVER') ?? defaultZone),
    demo: readSwitch('DEMO', text('DEMO'), databaseUrl === undefined),
    adminPassword: readAdminPassword(text('ADMIN_PASSWORD')),
    secretKey: readSecretKey(text('SECRET_KEY')),
    captcha: readSwitch('CAPTCHA_ENABLED', text('CAPTCHA_ENABLED'), true),
    logLevel: readLogLevel(text('LOG_LEVEL') ?? 'info'),
    roles: readRoles(text('ROLES')),
    trustProxy: readNetworks('TRUST_PROXY', text('TRUST_PROXY')),
    outboundAllow: readNetworks('OUTBOUND_ALLOW', text('OUTBOUND_ALLOW')),
    outboundTimeoutMs: readSeconds('OUTBOUND_TIMEOUT', text('OUTBOUND_TIMEOUT') ?? '10') * 1000,
    smtpUrl: readSmtpUrl(text('SMTP_URL')),
    mqttUrl: readMqttUrl(text('MQTT_URL')),
  };
}

function readPort(name: string, value: string | undefined, fallback: number): number {
  const port = Number(value ?? fallback);
  if (!/^\d+$/.test(value ?? '0') || port > 65535) {
    throw new SettingError(`${name} must be a number from 0 to 65535, not "${value}".`);
  }
  return port;
}

function readSeconds(name: string, value: string): number {
  const seconds = Number(value);
  if (!/^\d+(\.\d+)?$/.test(value) || seconds < 0.1 || seconds > 60) {
    throw new SettingError(`${name} must be a number of seconds from 0.1 to 60, not "${value}".`);
  }
  return seconds;
}

function readSwitch(name: string, value: string | undefined, fallback: boolean): boolean {
  if (value === undefined) return fallback;
  if (['on', 'true', '1', 'yes'].includes(value.toLowerCase())) return true;
  if (['off', 'false', '0', 'no'].includes(value.toLowerCase())) return false;
  throw new SettingError(`${name} must be on or off, not "${value}".`);
}

function readDatabaseUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) {
    throw new SettingError('DATABASE_URL must look like postgres://user:password@host:5432/database.');
  }
  return value;
}

function readSmtpUrl(value: string | undefined): string | undefined {
  if (value !== undefined && !(/^smtps?:\/\/[^/]/.test(value) && URL.canParse(value))) {
    throw new SettingError('SMTP_URL must look like smtp://user:password@host:587 or smtps://host:465.');
  }
  return value;
}

/** The value is never repeated in the message: it contains a password. */
function readMqttUrl(value: string | undefined): string | undefined {
  if (value === undefined || isMqttUrl(value)) return value;
  throw new SettingError(
    'MQTT_URL must look like mqtt://user:password@host:1883 or mqtts://user:password@host:8883.',
  );
}

function isMqttUrl(value: string): boolean {
  const parts = URL.canParse(value) ? new URL(value) : undefined;
  if (!parts || !['mqtt:', 'mqtts:'].includes(parts.protocol) || parts.hostname === '') return false;
  if (!['', '/'].includes(parts.pathname) || parts.search || parts.hash) return false;
  // A password without a user name is refused by many brokers, and mostly a slip.
  return parts.password === '' || parts.username !== '';
}

function readZone(value: string): string {
  if (!isZone(value))
    throw new SettingError(`TZ_SERVER must be a time zone like Asia/Shanghai, not "${value}".`);
  return value;
}

function readHost(value: string): string {
  if (!isIP(value) && !/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value)) {
    throw new SettingError(`HOST must be an address or a name of this machine, not "${value}".`);
  }
  return value;
}

function readRoles(value: string | undefined): Role[] {
  const given = value?.split(/[\s,]+/) ?? [...roles];
  const wrong = given.find((name) => !roles.some((role) => role === name));
  if (wrong !== undefined)
    throw new SettingError(`ROLES must list some of ${roles.join(', ')}, not "${wrong}".`);
  return roles.filter((role) => given.includes(role));
}

function readNetworks(name: string, value: string | undefined): string[] {
  const networks = value?.split(/[\s,]+/) ?? [];
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong !== undefined) {
    throw new SettingError(`${name} must list addresses like 127.0.0.1 or 10.0.0.0/8, not "${wrong}".`);
  }
  return networks;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const kind = isIP(address);
  if (kind === 0 || address.includes('%') || rest.length > 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128));
}

function readAdminPassword(value: string | undefined): string | undefined {
  if (value !== undefined && (value.length < 6 || value.length > 20)) {
    throw new SettingError('ADMIN_PASSWORD must have 6 to 20 characters.');
  }
  return value;
}

function readSecretKey(value: string | undefined): string | undefined {
  if (value !== undefined && value.length < 32) {
    throw new SettingError('SECRET_KEY must have at least 32 characters.');
  }
  return value;
}

function readLogLevel(value: string): string {
  if (!logLevels.includes(value)) {
    throw new SettingError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${value}".`);
  }
  return value;
}
