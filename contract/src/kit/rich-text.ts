/**
 * What formatted text may be made of. Whatever is not named here is dropped when text is stored, and again when
 * it is shown; the words inside it stay.
 */
export const richTags = new Set(
  'p br h1 h2 h3 h4 strong b em i u s code pre blockquote ul ol li a hr span'.split(' '),
);

/** Dropped together with what is inside: nobody means these as words. */
export const hiddenTags = new Set('script style template iframe object embed svg math noscript'.split(' '));

/** The one attribute there is: where a link leads. Addresses of other kinds run programs or hide where they lead. */
export function isSafeLink(address: string): boolean {
  return /^(https?:\/\/|mailto:)[^\s<>"']+$/i.test(address) || /^\/(?![/\\])[^\s<>"'\\]*$/.test(address);
}
