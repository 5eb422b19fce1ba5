import type { App } from '../../../platform/app.ts';
import { hasProvider } from '../identity/identity.service.ts';
import { isRegistrationOpen } from '../login/registration.service.ts';

interface LoginOptions {
  appDownload: string | null;
  canRegister: boolean;
  canBind: boolean;
}

/** The alternatives to a password login, for the login page. */
export async function describeLoginOptions(app: App): Promise<LoginOptions> {
  const address = (await app.parameters.get('sys.app.download'))?.trim() ?? '';
  return {
    // The page renders it as a link, so only web addresses are allowed.
    appDownload: /^https?:$/.test(URL.parse(address)?.protocol ?? '') ? address : null,
    canRegister: await isRegistrationOpen(app),
    canBind: hasProvider(app),
  };
}
