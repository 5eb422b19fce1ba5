/**
 * Tags allowed in formatted text. Other tags are removed when text is stored and again when it is shown; their contents
 * stay.
 */
export const richTags = new Set(
  'p br h1 h2 h3 h4 h5 h6 strong b em i u s sub sup code pre blockquote ul ol li a hr span img'.split(' '),
);

/** Maximum length of a formatted text in characters, markup included. */
export const maxRichText = 100_000;

/** Tags that are removed together with their contents. */
export const hiddenTags = new Set('script style template iframe object embed svg math noscript'.split(' '));

/** Allows web, mail and local links only: other schemes can run scripts. */
export function isSafeLink(address: string): boolean {
  return /^(https?:\/\/|mailto:)[^\s<>"']+$/i.test(address) || /^\/(?![/\\])[^\s<>"'\\]*$/.test(address);
}

/** Allows uploaded pictures only: a remote server would learn who reads a text, and when. */
export function isUploadedPicture(address: string): boolean {
  return /^\/prod-api\/common\/file\/[0-9a-f]{48}$/.test(address);
}

const editorClasses = new RegExp(
  `^ql-(${[
    'align-(center|right|justify)',
    'direction-rtl',
    'font-(serif|monospace)',
    'indent-[1-8]',
    'size-(small|large|huge)',
    'syntax',
  ].join('|')})$`,
);

/** The family's editor writes alignment, size and indent as these classes; our style sheets define them too. */
export function isEditorClass(name: string): boolean {
  return editorClasses.test(name);
}

const hex = '#([0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})';
const byNumbers = 'rgba?\\(\\d{1,3}(, ?\\d{1,3}){2}(, ?(0|1|0?\\.\\d{1,4}))?\\)';
const colour = new RegExp(`^(${hex}|${byNumbers}|[a-z]{3,20})$`, 'i');

/** Whether the value is a colour and nothing else, such as a URL or a second rule. */
function isColour(value: string): boolean {
  return colour.test(value);
}

/** The properties allowed in `style`. */
const colourRules = ['color', 'background-color'] as const;

/** The colours in a `style`, and whether it has other rules. */
export function readColours(style: string): { colours: Map<string, string>; hasOtherRules: boolean } {
  const colours = new Map<string, string>();
  let hasOtherRules = false;
  for (const rule of style.split(';').filter((text) => text.trim() !== '')) {
    const [name = '', value = '', ...rest] = rule.split(':').map((part) => part.trim().toLowerCase());
    const isKnown = colourRules.some((known) => known === name) && rest.length === 0 && isColour(value);
    if (isKnown) colours.set(name, value);
    else hasOtherRules = true;
  }
  return { colours, hasOtherRules };
}
