// Excel keeps characters that XML cannot hold as _xHHHH_, and a literal underscore before such a pattern as _x005F_.
// Every underscore before xHHHH is escaped, whatever follows: the next character may turn into an escape itself.
const unsafeCharacters =
  // oxlint-disable-next-line no-control-regex -- control characters are what this looks for
  /[&<>\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_(?=x[0-9a-fA-F]{4})|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const escapedCharacter = /_x([0-9a-fA-F]{4})_/g;
const guardedFormula = /^\t[=+\-@\t\r]/;
const formulaStart = /^[=+\-@\t\r]/;
const entityPattern = /&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));/g;

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A leading tab keeps spreadsheet programs from running a text as a formula, also after "save as CSV". */
export function guardText(text: string): string {
  return formulaStart.test(text) ? `\t${text}` : text;
}

export function unguardText(text: string): string {
  return guardedFormula.test(text) ? text.slice(1) : text;
}

export function encodeCellText(text: string): string {
  return text.replace(unsafeCharacters, (char) => {
    if (char === '&') return '&amp;';
    if (char === '<') return '&lt;';
    if (char === '>') return '&gt;';
    return `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
  });
}

export function decodeCellText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(escapedCharacter, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(entityPattern, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
