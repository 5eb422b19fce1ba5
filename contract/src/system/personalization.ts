import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';

const path = '/system/personalization';
const texts = 'system.personalization';
const text = Type.Unsafe<string | null>({ type: ['string', 'null'] });

/** Branding of an installation; null uses the product's default. */
export const personalized = {
  homeZhTitle: text,
  homeEnTitle: text,
  homeFrTitle: text,
  mapZhTitle: text,
  mapEnTitle: text,
  mapFrTitle: text,
  homeLogo: text,
  loginBackground: text,
  /** Link of the logo and title on the login page: the owner's website. */
  loginUrl: text,
  /** The approval number of the map (审图号). */
  mapApproval: text,
};

const row = Type.Object(personalized);
export type Personalization = Static<typeof row>;

/** Maximum lengths of the title and of the approval number. */
export const titleLength = 60;
export const addressLength = 500;

const given = (maxLength: number) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength }));
const title = given(titleLength);
const fileId = given(100);

/** Pictures are given by the ids of their files. */
export const readPersonalization = endpoint({
  method: 'GET',
  path,
  access: { permission: 'system:personalization:query' },
  reply: reply.data(row),
  texts,
});

/** Omitted fields stay; null resets a field to the product's default. */
export const savePersonalization = endpoint({
  method: 'PUT',
  path,
  access: { permission: 'system:personalization:edit' },
  body: Type.Object({
    homeZhTitle: title,
    homeEnTitle: title,
    homeFrTitle: title,
    mapZhTitle: title,
    mapEnTitle: title,
    mapFrTitle: title,
    homeLogo: fileId,
    loginBackground: fileId,
    loginUrl: given(addressLength),
    mapApproval: title,
  }),
  reply: reply.done,
  texts,
});

/** The address if a link may use it: a web page or a path of this origin. Otherwise undefined. */
export function readLinkAddress(address: string | null): string | undefined {
  const here = 'https://here.invalid';
  const url = address ? URL.parse(address, here) : null;
  if (!address || !url) return undefined;
  if (/^https?:\/\//i.test(address)) return url.href;
  // `//host` and `/\host` lead to another origin, and so does `/x/..//host` once its path is normalised.
  const isHere = address.startsWith('/') && url.origin === here && !url.pathname.startsWith('//');
  return isHere ? url.pathname + url.search + url.hash : undefined;
}
