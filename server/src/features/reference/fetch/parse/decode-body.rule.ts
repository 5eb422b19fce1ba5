/**
 * The text of a response: by the charset it states, else UTF-8, else the encoding of Chinese servers that state none.
 * Undefined if it is neither.
 */
export function decodeBody(bytes: Uint8Array, contentType: string | undefined): string | undefined {
  const stated = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '')?.[1];
  const charsets = stated ? [stated] : ['utf-8', 'gb18030'];
  return charsets.map((charset) => tryDecode(bytes, charset)).find((text) => text !== undefined);
}

function tryDecode(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    // An unknown charset, or bytes that are not in it.
    return undefined;
  }
}
