import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import type { Language } from '@limpid/contract/language';
import { systemInfo } from '@limpid/contract/system/session';
import { create } from 'zustand';
import { call } from './call.ts';

export type BrandingInfo = ReplyValue<(typeof systemInfo)['reply']>;

/** `failed` too is an answer: whoever has to know asks the server for the thing itself. */
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

/** Titles and pictures of this installation; the product's own until, and unless, the server has others. */
export const useBrandingInfo = create<BrandingInfo & BrandingLoading>()(() => plain);

export async function loadBranding(): Promise<void> {
  // What is known already, or the product's own look, is a full answer, so a failure is not worth a word.
  const info = await call(systemInfo, { quiet: true }).catch(() => undefined);
  useBrandingInfo.setState({ ...info, state: info ? 'ready' : 'failed' });
}

type Titles = Pick<BrandingInfo, 'homeZhTitle' | 'homeEnTitle' | 'homeFrTitle'>;

export function brandTitle(info: Titles, language: Language): string | null {
  const titles = { zh: info.homeZhTitle, en: info.homeEnTitle, fr: info.homeFrTitle };
  return titles[language] || null;
}
