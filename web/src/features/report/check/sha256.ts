/** The SHA-256 of a file in hexadecimal digits. */
export async function hashFile(bytes: ArrayBuffer): Promise<string> {
  // Browsers offer crypto.subtle only to secure pages, and a server of a local network often has plain HTTP.
  const hash = window.isSecureContext
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : hashBytes(new Uint8Array(bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const primes = listPrimes(64);
/** The first 32 bits of the fractional part of a root. */
const fraction = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const constants = primes.map((prime) => fraction(Math.cbrt(prime)));

/** SHA-256 as in FIPS 180-4, section 6.2. */
export function hashBytes(bytes: Uint8Array): Uint8Array {
  const padded = pad(bytes);
  const view = new DataView(padded.buffer);
  const state = Uint32Array.from(start);
  const words = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let n = 0; n < 16; n += 1) words[n] = view.getUint32(block + 4 * n);
    compress(state, words);
  }
  const hash = new DataView(new ArrayBuffer(32));
  for (const [n, word] of state.entries()) hash.setUint32(4 * n, word);
  return new Uint8Array(hash.buffer);
}

function pad(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  return padded;
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

function compress(state: Uint32Array, words: Uint32Array): void {
  const word = (n: number) => words[n] ?? 0;
  for (let n = 16; n < 64; n += 1) {
    const [early, late] = [word(n - 15), word(n - 2)];
    const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[n] = word(n - 16) + first + word(n - 7) + second;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let n = 0; n < 64; n += 1) {
    const chosen = (e & f) ^ (~e & g);
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + (constants[n] ?? 0) + word(n);
    const most = (a & b) ^ (a & c) ^ (b & c);
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  for (const [n, part] of [a, b, c, d, e, f, g, h].entries()) state[n] = (state[n] ?? 0) + part;
}

function listPrimes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1)
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  return found;
}
