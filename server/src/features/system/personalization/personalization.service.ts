import { fail } from '@limpid/contract/errors';
import { type Personalization, readLinkAddress } from '@limpid/contract/system/personalization';
import type { App } from '../../../platform/app.ts';
import type { Caller } from '../../../platform/auth/caller.ts';
import { attachFiles, detachFiles } from '../../../platform/files/files.ts';
import { fileUrl } from '../../../platform/files/routes.ts';
import { getPersonalization, updatePersonalization } from './personalization.store.ts';

const pictures = { homeLogo: 'logo', loginBackground: 'background' } as const;

/** Not cached, so that every process returns what was saved last. */
export async function describeBranding(app: App): Promise<Personalization> {
  const branding = await getPersonalization(app.db);
  return {
    ...branding,
    homeLogo: branding.homeLogo && fileUrl(branding.homeLogo),
    loginBackground: branding.loginBackground && fileUrl(branding.loginBackground),
  };
}

export async function saveBranding(
  app: App,
  values: Partial<Personalization>,
  caller: Caller,
): Promise<void> {
  if (values.loginUrl && readLinkAddress(values.loginUrl) === undefined) {
    fail('field.web_address', { label: 'system.personalization.fields.loginUrl' }, 'loginUrl');
  }
  await updatePersonalization(app.db, async (before, db) => {
    for (const field of ['homeLogo', 'loginBackground'] as const) {
      const [old, wanted] = [before[field], values[field]];
      if (wanted === undefined || wanted === old) continue;
      if (wanted !== null) await attachFiles(db, [wanted], pictures[field], caller, field);
      if (old !== null) await detachFiles(db, app.clock, [old]);
    }
    return values;
  });
}
