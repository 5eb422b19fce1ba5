import { fail } from '@limpid/contract/errors';
import type { Input } from '@limpid/contract/kit/endpoint';
import type { login } from '@limpid/contract/system/session';
import type { App } from '../../../platform/app.ts';
import type { Credentials } from './login.service.ts';

type LoginInput = Input<typeof login>;

const parameter = 'sys.login.queryCredentials';

/** Reads credentials from the body, or from the query if the parameter allows it. */
export async function readCredentials(
  app: App,
  query: LoginInput['query'],
  body: LoginInput['body'],
): Promise<Credentials> {
  const isInQuery = body.password === undefined && query.password !== undefined;
  if (isInQuery && (await app.parameters.get(parameter)) !== 'true')
    fail('auth.credentials_in_query', { parameter });
  const { username, password, ...captcha } = isInQuery ? query : body;
  if (username === undefined) fail('field.required', { label: 'shell.login.fields.username' }, 'username');
  if (password === undefined) fail('field.required', { label: 'shell.login.fields.password' }, 'password');
  return { username, password, ...captcha };
}
