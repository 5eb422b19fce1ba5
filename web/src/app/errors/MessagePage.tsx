import type { ReactNode } from 'react';
import './message-page.css';

interface Props {
  code?: string;
  title: string;
  text: string;
  children: ReactNode;
}

export function MessagePage({ code, title, text, children }: Props) {
  return (
    <div className="message-page">
      <div className="message-page-box">
        {code && (
          <p className="message-page-code" aria-hidden>
            {code}
          </p>
        )}
        <h1>{title}</h1>
        <p>{text}</p>
        <div className="message-page-actions">{children}</div>
      </div>
    </div>
  );
}
