/** Without look-alikes, because passwords are read aloud or typed from paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** Bytes from here on would favour the first letters. */
const fair = 256 - (256 % alphabet.length);

export function generatePassword(length = 16): string {
  let made = '';
  while (made.length < length) {
    const [byte = fair] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < fair) made += alphabet[byte % alphabet.length];
  }
  return made;
}
