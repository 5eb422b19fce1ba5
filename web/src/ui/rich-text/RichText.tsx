import { useLayoutEffect, useRef } from 'react';
import { cleanFragment } from './clean-fragment.ts';
import './rich-text.css';

/** Sanitised formatted text. */
export function RichText({ html }: { html: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.replaceChildren(cleanFragment(html)), [html]);
  return <div ref={box} className="rich-text" />;
}
