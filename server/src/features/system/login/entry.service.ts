import type { App } from '../../../platform/app.ts';
import { hasProvider } from '../identity/identity.service.ts';
import { isRegistrationOpen } from './registration.service.ts';

interface Entry {
  appDownload: string | null;
  canRegister: boolean;
  canBind: boolean;
}

/** Which ways into the console there are besides a password; asked before anybody has logged in. */
export async function describeEntry(app: App): Promise<Entry> {
  const address = (await app.parameters.get('sys.app.download'))?.trim() ?? '';
  return {
    // It becomes a link: nothing but a web address may stand there.
    appDownload: /^https?:$/.test(URL.parse(address)?.protocol ?? '') ? address : null,
    canRegister: await isRegistrationOpen(app),
    canBind: hasProvider(app),
  };
}
