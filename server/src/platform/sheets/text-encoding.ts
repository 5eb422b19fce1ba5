export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030' | 'windows-1252';

export interface EncodingProbe {
  add(bytes: Uint8Array): void;
  /** Undefined if the bytes are not text. */
  finish(): TextEncoding | undefined;
}

const byteOrderMarks: [TextEncoding, number, number][] = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
];

/**
 * Detects the encoding of a text from all of its bytes, which may arrive in chunks. UTF-8 and GB 18030 have invalid
 * sequences. Most Latin-1 texts are valid GB 18030 as well, but in them bytes above 127 occur alone (é, µ, ³, °), while
 * Chinese characters are pairs of them, and rarer characters (³) two pairs of such a byte and a digit.
 */
export function makeEncodingProbe(): EncodingProbe {
  const utf8 = makeValidator('utf-8');
  const gb18030 = makeValidator('gb18030');
  let marked: TextEncoding | undefined;
  let isFirst = true;
  let hasZero = false;
  let [run, single, pairs] = [0, 0, 0];

  /**
   * The first half of a four-byte sequence of GB 18030: a byte above 127 and a digit. The other half must follow at
   * once.
   */
  let isHalf = false;

  const endRun = (isDigit: boolean) => {
    if (isHalf && isDigit && run === 1) {
      pairs++;
      isHalf = false;
    } else {
      if (isHalf) single++;
      isHalf = isDigit && run % 2 === 1;
      pairs += Math.floor(run / 2);
      if (run === 1 && !isHalf) single++;
    }
    run = 0;
  };

  return {
    add(bytes) {
      if (isFirst && bytes.length > 0) {
        marked = byteOrderMarks.find(([, a, b]) => bytes[0] === a && bytes[1] === b)?.[0];
        isFirst = false;
      }
      if (marked) return;
      if (bytes.includes(0)) hasZero = true;
      utf8.add(bytes);
      if (utf8.isValid()) return;
      gb18030.add(bytes);
      for (const byte of bytes) {
        if (byte > 0x7f) run++;
        else if (run > 0 || isHalf) endRun(byte >= 0x30 && byte <= 0x39);
      }
    },
    finish() {
      if (marked) return marked;
      if (hasZero) return undefined;
      if (utf8.finish()) return 'utf-8';
      endRun(false);
      return gb18030.finish() && pairs > single ? 'gb18030' : 'windows-1252';
    },
  };
}

function makeValidator(encoding: TextEncoding) {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let valid = true;
  const decode = (bytes?: Uint8Array) => {
    if (!valid) return;
    try {
      decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      valid = false;
    }
  };
  return {
    add: decode,
    isValid: () => valid,
    finish(): boolean {
      decode();
      return valid;
    },
  };
}

export function findEncoding(bytes: Uint8Array): TextEncoding | undefined {
  const probe = makeEncodingProbe();
  probe.add(bytes);
  return probe.finish();
}
