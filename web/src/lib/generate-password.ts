/** No look-alikes, for a password that is read aloud or typed from paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** Above this a byte would favour the first letters. */
const fair = 256 - (256 % alphabet.length);

export function generatePassword(length = 16): string {
  let made = '';
  while (made.length < length) {
    const [byte = fair] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < fair) made += alphabet[byte % alphabet.length];
  }
  return made;
}
