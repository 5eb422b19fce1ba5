import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import type { Language } from '@limpid/contract/language';
import { systemInfo } from '@limpid/contract/system/session';
import { create } from 'zustand';
import { call } from './call.ts';

export type BrandingInfo = ReplyValue<(typeof systemInfo)['reply']>;

/** After `failed` pages go on, and the server refuses what it does not offer. */
interface BrandingLoading {
  state: 'loading' | 'ready' | 'failed';
}

const plain: BrandingInfo & BrandingLoading = {
  state: 'loading',
  homeZhTitle: null,
  homeEnTitle: null,
  homeFrTitle: null,
  mapZhTitle: null,
  mapEnTitle: null,
  mapFrTitle: null,
  homeLogo: null,
  loginBackground: null,
  loginUrl: null,
  mapApproval: null,
  appDownload: null,
  canRegister: false,
  canBind: false,
};

/** Titles and pictures of the installation; those of the product until the server's are loaded. */
export const useBrandingInfo = create<BrandingInfo & BrandingLoading>()(() => plain);

export async function loadBranding(): Promise<void> {
  // The known or default branding is good enough, so a failure is not reported.
  const info = await call(systemInfo, { quiet: true }).catch(() => undefined);
  useBrandingInfo.setState({ ...info, state: info ? 'ready' : 'failed' });
}

type Titles = Pick<BrandingInfo, 'homeZhTitle' | 'homeEnTitle' | 'homeFrTitle'>;

export function brandTitle(info: Titles, language: Language): string | null {
  const titles = { zh: info.homeZhTitle, en: info.homeEnTitle, fr: info.homeFrTitle };
  return titles[language] || null;
}
