import type { Answer } from '@limpid/contract/kit/endpoint';
import type { Language } from '@limpid/contract/language';
import { systemInfo } from '@limpid/contract/system/session';
import { create } from 'zustand';
import { call } from './call.ts';

export type SiteInfo = Answer<(typeof systemInfo)['reply']>;

const plain: SiteInfo = {
  homeZhTitle: null,
  homeEnTitle: null,
  homeFrTitle: null,
  homeLogo: null,
  loginBackground: null,
  loginUrl: null,
};

/** Titles and pictures of this installation; the product's own until, and unless, the server has others. */
export const useSiteInfo = create<SiteInfo>()(() => plain);

export async function loadSiteInfo(): Promise<void> {
  // The product's own look is a full answer, so a failure is not worth a word.
  const info = await call(systemInfo, { quiet: true }).catch(() => plain);
  useSiteInfo.setState({ ...plain, ...info });
}

export function siteTitle(info: SiteInfo, language: Language): string | null {
  const titles = { zh: info.homeZhTitle, en: info.homeEnTitle, fr: info.homeFrTitle };
  return titles[language] || null;
}
