import { placeholderPattern, type ReferencePlaceholder } from '@limpid/contract/basedata/reference-template';
import type { PacketField } from '@limpid/hj212/fields';

/** The text of each placeholder; null where nothing was published. */
export type ReferenceTexts = Readonly<Record<ReferencePlaceholder, string | null>>;

/** Characters that separate fields, end the CP, or cannot be sent at all. */
const forbidden = /[\p{Cc};,=&#{}]/gu;

/** The items of an answer; an item with a value that was not published is left out. */
export function fillReferenceTemplate(template: string, texts: ReferenceTexts): PacketField[][] {
  const byName = new Map<string, string | null>(Object.entries(texts));
  return template.split(';').flatMap((item) => {
    const names = [...item.matchAll(placeholderPattern)].map(([, name = '']) => name);
    if (names.some((name) => (byName.get(name) ?? null) === null)) return [];
    return [
      item.split(',').map((field) => {
        const [name = '', value = ''] = field.split('=');
        return { name, value: value.replace(placeholderPattern, (_, key: string) => clean(byName.get(key))) };
      }),
    ];
  });
}

function clean(text: string | null | undefined): string {
  return (text ?? '').replace(forbidden, '_');
}
