import { admin, openSession, send } from './people.ts';

let session: Promise<string> | undefined;

/** One login for all parameters. */
const openAdminSession = () => (session ??= openSession(admin));

interface Row {
  configId: number;
  configKey: string;
}

async function findParameter(token: string, key: string): Promise<Row | undefined> {
  const { rows } = await send(token, 'GET', `/system/config/list?configKey=${key}&pageSize=50`);
  // The list answers with rows of parameters.
  return (rows as Row[]).find(({ configKey }) => configKey === key);
}

/** Gives a parameter that every installation has a value, for good. */
export async function setParameter(key: string, value: string): Promise<void> {
  const token = await openAdminSession();
  const row = await findParameter(token, key);
  const { code, msg } = await send(token, 'PUT', '/system/config', { ...row, configValue: value });
  if (code !== 200) throw new Error(`${key} cannot be set: ${msg}`);
}

/** Gives a parameter a value for as long as `work` takes, as an administrator would: it counts at once. */
export async function withParameter(key: string, value: string, work: () => Promise<void>): Promise<void> {
  const token = await openAdminSession();
  const find = () => findParameter(token, key);
  const before = await find();
  if (before) await send(token, 'PUT', '/system/config', { ...before, configValue: value });
  else await send(token, 'POST', '/system/config', { configName: key, configKey: key, configValue: value });
  try {
    await work();
  } finally {
    if (before) await send(token, 'PUT', '/system/config', before);
    else await send(token, 'DELETE', `/system/config/${(await find())?.configId}`);
  }
}
