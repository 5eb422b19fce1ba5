import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pickEnvironment, readConfig, SettingError } from './config.ts';

function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof SettingError) return error.message;
    throw error;
  }
  throw new Error(`accepted ${JSON.stringify(environment)}`);
}

describe('settings', () => {
  it('need none: everything has a default', () => {
    expect(readConfig({})).toEqual({
      port: 8080,
      dtuPort: undefined,
      gatewayPort: 8212,
      host: '127.0.0.1',
      dataDir: join(process.cwd(), 'data'),
      databaseUrl: undefined,
      zone: 'Asia/Shanghai',
      demo: true,
      adminPassword: undefined,
      secretKey: undefined,
      captcha: true,
      logLevel: 'info',
      roles: ['http', 'gateway', 'worker'],
      trustProxy: [],
      outboundAllow: [],
      outboundTimeoutMs: 10_000,
      smtpUrl: undefined,
      mqttUrl: undefined,
    });
  });

  it('are all read from the environment', () => {
    const environment = {
      PORT: '9000',
      GATEWAY_PORT: '9212',
      HOST: '0.0.0.0',
      DATA_DIR: '/var/lib/limpid',
      DATABASE_URL: 'postgres://air:secret@db:5432/air',
      TZ_SERVER: 'Europe/Paris',
      DEMO: 'on',
      ADMIN_PASSWORD: 'Correct-horse-1',
      SECRET_KEY: 'thirty-two characters and a few more',
      CAPTCHA_ENABLED: 'off',
      LOG_LEVEL: 'debug',
      TRUST_PROXY: '10.0.0.1, 10.0.0.2',
      OUTBOUND_ALLOW: '127.0.0.0/8,fd00::/8',
      OUTBOUND_TIMEOUT: '2.5',
    };
    expect(readConfig(environment)).toEqual({
      port: 9000,
      dtuPort: undefined,
      gatewayPort: 9212,
      host: '0.0.0.0',
      dataDir: '/var/lib/limpid',
      databaseUrl: 'postgres://air:secret@db:5432/air',
      zone: 'Europe/Paris',
      demo: true,
      adminPassword: 'Correct-horse-1',
      secretKey: 'thirty-two characters and a few more',
      captcha: false,
      logLevel: 'debug',
      roles: ['http', 'gateway', 'worker'],
      trustProxy: ['10.0.0.1', '10.0.0.2'],
      outboundAllow: ['127.0.0.0/8', 'fd00::/8'],
      outboundTimeoutMs: 2500,
      smtpUrl: undefined,
      mqttUrl: undefined,
    });
  });

  it('that are empty or blank count as not given, and spaces around a value do not matter', () => {
    expect(readConfig({ PORT: '', HOST: '  ', DATABASE_URL: '', DEMO: ' ' })).toEqual(readConfig({}));
    expect(readConfig({ PORT: ' 9000 ', LOG_LEVEL: 'warn\n' })).toMatchObject({
      port: 9000,
      logLevel: 'warn',
    });
  });

  it('make a relative data folder absolute', () => {
    expect(readConfig({ DATA_DIR: './air' }).dataDir).toBe(join(process.cwd(), 'air'));
  });

  it('fill in demo data with the embedded database only, unless told otherwise', () => {
    const databaseUrl = { DATABASE_URL: 'postgresql://db/air' };
    expect(readConfig({}).demo).toBe(true);
    expect(readConfig(databaseUrl).demo).toBe(false);
    expect(readConfig({ DEMO: 'off' }).demo).toBe(false);
    expect(readConfig({ ...databaseUrl, DEMO: 'on' }).demo).toBe(true);
  });

  it.each(['on', 'true', '1', 'yes', 'ON', 'True'])('take "%s" as on', (value) => {
    expect(readConfig({ CAPTCHA_ENABLED: value }).captcha).toBe(true);
  });

  it.each(['off', 'false', '0', 'no', 'OFF', 'No'])('take "%s" as off', (value) => {
    expect(readConfig({ CAPTCHA_ENABLED: value }).captcha).toBe(false);
  });

  it.each(['UTC', 'Asia/Shanghai', 'Europe/Paris', 'America/New_York'])('know the zone %s', (zone) => {
    expect(readConfig({ TZ_SERVER: zone }).zone).toBe(zone);
  });
});

describe('a wrong setting', () => {
  it.each([
    ['PORT', 'eighty'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', 'Infinity'],
    ['GATEWAY_PORT', '70000'],
    ['DATABASE_URL', 'mysql://db/air'],
    ['DATABASE_URL', 'db:5432/air'],
    ['DATABASE_URL', 'postgres://user@host:notaport/air'],
    ['TZ_SERVER', 'Mars/Olympus'],
    ['TZ_SERVER', 'CST-8'],
    ['TZ_SERVER', 'Asia/Shanghai; drop table sys_user'],
    ['DEMO', 'maybe'],
    ['CAPTCHA_ENABLED', '2'],
    ['ADMIN_PASSWORD', 'short'],
    ['ADMIN_PASSWORD', 'x'.repeat(21)],
    ['SECRET_KEY', 'too short'],
    ['ROLES', 'http,gate'],
    ['TRUST_PROXY', 'proxy.example'],
    ['OUTBOUND_ALLOW', 'localhost'],
    ['SMTP_URL', 'mail.example'],
    ['MQTT_URL', 'broker.example'],
    ['MQTT_URL', 'http://broker.example'],
    ['MQTT_URL', 'mqtt://'],
    ['MQTT_URL', 'mqtt://broker:notaport'],
    ['MQTT_URL', 'mqtt://broker/air'],
    ['MQTT_URL', 'mqtt://:secret@broker'],
    ['OUTBOUND_ALLOW', '127.1'],
    ['OUTBOUND_ALLOW', '10.0.0.0/33'],
    ['OUTBOUND_ALLOW', '10.0.0.0/'],
    ['OUTBOUND_ALLOW', 'fd00::/129'],
    ['OUTBOUND_ALLOW', 'fe80::1%eth0'],
    ['OUTBOUND_ALLOW', '10.0.0.0/8,*'],
    ['OUTBOUND_TIMEOUT', '0'],
    ['OUTBOUND_TIMEOUT', '10s'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_LEVEL', 'INFO'],
  ])('%s=%s is refused in one line that names it', (name, value) => {
    const line = refusal({ [name]: value });
    expect(line).toContain(name);
    expect(line).not.toMatch(/[\r\n]/);
    expect(line.length).toBeLessThan(160);
  });

  it('never repeats a password', () => {
    expect(refusal({ ADMIN_PASSWORD: 'tiny1' })).not.toContain('tiny1');
    expect(refusal({ DATABASE_URL: 'mysql://air:hunter2@db/air' })).not.toContain('hunter2');
    expect(refusal({ MQTT_URL: 'mqtt://air:hunter2@db/air' })).not.toContain('hunter2');
  });
});

describe('the environment of a child process', () => {
  it('holds only the listed variables that are set', () => {
    const environment = { PATH: '/bin', SECRET_KEY: 'secret', TMP: undefined };
    expect(pickEnvironment(['PATH', 'TMP', 'TEMP'], environment)).toEqual({ PATH: '/bin' });
  });
});
