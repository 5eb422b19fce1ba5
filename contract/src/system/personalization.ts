import Type, { type Static } from 'typebox';
import { endpoint, reply } from '../kit/endpoint.ts';

const path = '/system/personalization';
const texts = 'system.personalization';
const text = Type.Unsafe<string | null>({ type: ['string', 'null'] });

/** What an installation may have of its own; null where the product's is used. */
export const personalized = {
  homeZhTitle: text,
  homeEnTitle: text,
  homeFrTitle: text,
  mapZhTitle: text,
  mapEnTitle: text,
  mapFrTitle: text,
  homeLogo: text,
  loginBackground: text,
  /** Where logo and title of the login page lead: the owner's own site. */
  loginUrl: text,
  /** The number under which the authorities approved the map (审图号). */
  mapApproval: text,
};

const row = Type.Object(personalized);
export type Personalization = Static<typeof row>;

/** The longest title, and the longest approval number. */
export const titleLength = 60;
export const addressLength = 500;

const given = (maxLength: number) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength }));
const title = given(titleLength);
const fileId = given(100);

/** Pictures are named by the ids of their files. */
export const readPersonalization = endpoint({
  method: 'GET',
  path,
  access: { permission: 'system:personalization:query' },
  reply: reply.data(row),
  texts,
});

/** What is left out stays; null goes back to the product's own. */
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

/** The address as a link may carry it: a web page or a path of this site. Nothing for anything else. */
export function readLinkAddress(address: string | null): string | undefined {
  const here = 'https://here.invalid';
  const url = address ? URL.parse(address, here) : null;
  if (!address || !url) return undefined;
  if (/^https?:\/\//i.test(address)) return url.href;
  // `//host` and `/\host` leave the site, and so does `/x/..//host` once its path is read again.
  const isHere = address.startsWith('/') && url.origin === here && !url.pathname.startsWith('//');
  return isHere ? url.pathname + url.search + url.hash : undefined;
}
