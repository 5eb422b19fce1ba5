import type { App } from '../../platform/app.ts';
import { makeOneTimePassword } from '../../platform/auth/passwords.ts';
import { runOnce } from '../../platform/db/migrate.ts';
import { makeWebhookSecret } from '../alarm/alarm.api.ts';
import {
  insertDemoNotifications,
  listDemoMailServers,
  updateMailServer,
  updateReceiverUrls,
} from './demo-notify.store.ts';
import { startHttpReceiver, startMailReceiver } from './demo-receivers.ts';

const step = 'demo_0062_notifications';
const mailPrefix = 'smtp://127.0.0.1:';

type Deps = Pick<App, 'pool' | 'secrets' | 'outbound'>;

/**
 * People, channels and a rota of the demo, and the receivers on the loopback address that its channels send to. Returns a
 * function that closes the receivers.
 */
export async function openDemoNotifications({ pool, secrets, outbound }: Deps): Promise<() => void> {
  const { hash } = await makeOneTimePassword();
  const signingSecret = secrets.seal(makeWebhookSecret());
  await runOnce(pool, 'schema_seed', [
    {
      name: step,
      checksum: 'once',
      run: (client) => insertDemoNotifications(client, { password: hash, signingSecret }),
    },
  ]);
  const [mail, http] = await Promise.all([startMailReceiver(), startHttpReceiver()]);
  const forbid = [mail, http].map(({ port }) => outbound.allowOwnServer(port));
  // Receivers get other ports at every start.
  await updateReceiverUrls(pool, `http://127.0.0.1:${http.port}`);
  for (const { id, smtpUrl } of await listDemoMailServers(pool))
    if (smtpUrl === null || secrets.open(smtpUrl).startsWith(mailPrefix))
      await updateMailServer(pool, id, secrets.seal(`${mailPrefix}${mail.port}`));
  return () => {
    for (const end of forbid) end();
    for (const receiver of [mail, http]) receiver.close();
  };
}
