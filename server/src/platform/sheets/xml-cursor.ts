import { fail } from '@limpid/contract/errors';
import { decodeEntities } from './cell-text.ts';

type XmlEvent = 'open' | 'close' | 'text' | 'end';

const less = 0x3c;
const greater = 0x3e;
const slash = 0x2f;
const bang = 0x21;
const question = 0x3f;
const doubleQuote = 0x22;
const singleQuote = 0x27;
const space = 0x20;

const attributePatterns = new Map<string, RegExp>();

/**
 * Walks over XML bytes and decodes only what is requested. It reads bytes instead of a string, so that a part of 100 MB
 * needs no more heap than its longest text. It supports no DTD: a workbook must not contain one.
 */
export class XmlCursor {
  name = '';
  private readonly bytes: Buffer;
  private at = 0;
  private from = 0;
  private to = 0;
  private verbatim = false;
  private selfClosing = false;
  private depth = 0;

  constructor(bytes: Buffer) {
    this.bytes = toUtf8(bytes);
  }

  next(): XmlEvent {
    if (this.selfClosing) {
      this.selfClosing = false;
      return this.leave();
    }
    while (this.at < this.bytes.length) {
      if (this.bytes[this.at] !== less) return this.readText();
      const second = this.bytes[this.at + 1];
      if (second === slash) return this.readClose();
      if (second === question) this.at = this.find('?>', this.at + 2) + 2;
      else if (second !== bang) return this.readOpen();
      else if (this.startsWith('<![CDATA[')) return this.readVerbatim();
      else if (this.startsWith('<!--')) this.at = this.find('-->', this.at + 4) + 3;
      else fail('sheet.corrupt');
    }
    if (this.depth !== 0) fail('sheet.corrupt');
    return 'end';
  }

  /** The text of the current `text` event. */
  text(): string {
    const raw = this.bytes.toString('utf8', this.from, this.to);
    if (this.verbatim) return raw;
    return decodeEntities(raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw);
  }

  /** An attribute of the current `open` event, by its local or prefixed name. */
  attribute(name: string): string | undefined {
    let pattern = attributePatterns.get(name);
    if (!pattern) {
      pattern = new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
      attributePatterns.set(name, pattern);
    }
    const found = pattern.exec(this.bytes.toString('utf8', this.from, this.to));
    const value = found?.[1] ?? found?.[2];
    return value === undefined ? undefined : decodeEntities(value);
  }

  private readOpen(): XmlEvent {
    const { bytes } = this;
    const start = this.at + 1;
    let nameEnd = 0;
    let quote = 0;
    let end = start;
    for (; end < bytes.length; end++) {
      const byte = bytes[end] ?? 0;
      if (quote !== 0) {
        if (byte === quote) quote = 0;
      } else if (byte === greater) break;
      else if (byte === doubleQuote || byte === singleQuote) quote = byte;
      else if (byte <= space && nameEnd === 0) nameEnd = end;
    }
    if (end >= bytes.length) fail('sheet.corrupt');
    this.selfClosing = bytes[end - 1] === slash;
    this.to = this.selfClosing ? end - 1 : end;
    this.from = nameEnd === 0 ? this.to : nameEnd;
    this.name = this.readName(start, this.from);
    this.at = end + 1;
    this.depth++;
    return 'open';
  }

  private readClose(): XmlEvent {
    const end = this.find('>', this.at);
    this.name = this.readName(this.at + 2, end);
    this.at = end + 1;
    return this.leave();
  }

  private leave(): XmlEvent {
    if (this.depth-- === 0) fail('sheet.corrupt');
    return 'close';
  }

  private readText(): XmlEvent {
    const end = this.bytes.indexOf(less, this.at);
    return this.take(this.at, end < 0 ? this.bytes.length : end, 0, false);
  }

  private readVerbatim(): XmlEvent {
    return this.take(this.at + 9, this.find(']]>', this.at + 9), 3, true);
  }

  private take(from: number, to: number, tail: number, verbatim: boolean): XmlEvent {
    this.from = from;
    this.to = to;
    this.at = to + tail;
    this.verbatim = verbatim;
    return 'text';
  }

  private readName(from: number, to: number): string {
    const name = this.bytes.toString('latin1', from, to).trimEnd();
    return name.slice(name.indexOf(':') + 1);
  }

  private startsWith(text: string): boolean {
    return this.bytes.toString('latin1', this.at, this.at + text.length) === text;
  }

  private find(text: string, from: number): number {
    const found = this.bytes.indexOf(text, from, 'latin1');
    if (found < 0) fail('sheet.corrupt');
    return found;
  }
}

function toUtf8(bytes: Buffer): Buffer {
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0);
  if (mark === 0xfffe) return Buffer.from(bytes.toString('utf16le', 2));
  if (mark === 0xfeff) return Buffer.from(Buffer.from(bytes.subarray(2)).swap16().toString('utf16le'));
  return bytes;
}
