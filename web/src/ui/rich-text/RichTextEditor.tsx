import {
  BoldOutlined,
  ClearOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  StrikethroughOutlined,
  UnderlineOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import './rich-text.css';
import { askForLink } from './ask-for-link.ts';
import { cleanFragment } from './clean-fragment.ts';

/** The labels of the tools. */
type EditorTexts = Record<(typeof tools)[number]['name'] | 'link' | 'linkQuestion' | 'tools', string>;

interface RichTextEditorProps {
  texts: EditorTexts;
  id?: string;
  value?: string | null;
  onChange?: (html: string) => void;
  'aria-required'?: boolean;
  'aria-label': string;
}

const tools = [
  { name: 'bold', command: 'bold', icon: <BoldOutlined aria-hidden /> },
  { name: 'italic', command: 'italic', icon: <ItalicOutlined aria-hidden /> },
  { name: 'underline', command: 'underline', icon: <UnderlineOutlined aria-hidden /> },
  { name: 'strike', command: 'strikeThrough', icon: <StrikethroughOutlined aria-hidden /> },
  { name: 'heading', command: 'formatBlock', value: 'h3', icon: 'H' },
  { name: 'quote', command: 'formatBlock', value: 'blockquote', icon: '“' },
  { name: 'bullets', command: 'insertUnorderedList', icon: <UnorderedListOutlined aria-hidden /> },
  { name: 'numbers', command: 'insertOrderedList', icon: <OrderedListOutlined aria-hidden /> },
  { name: 'plain', command: 'removeFormat', icon: <ClearOutlined aria-hidden /> },
] as const satisfies { name: string; command: string; value?: string; icon: ReactNode }[];

/**
 * A simple rich-text editor on `contenteditable`, so that undo, spell checking and input methods are those of the
 * browser. The markup is sanitised when it is stored and again when it is shown.
 */
export function RichTextEditor({ texts, id, value, onChange, ...described }: RichTextEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const reported = useRef<string>(undefined);
  useEffect(() => {
    // Only for external changes: writing typed text again would move the caret.
    if (reported.current !== (value ?? '')) box.current?.replaceChildren(cleanFragment(value ?? ''));
  }, [value]);

  function reportChange(): void {
    const { current } = box;
    if (!current) return;
    reported.current = isEmpty(current) ? '' : readClean(current);
    onChange?.(reported.current);
  }

  function run(command: string, argument?: string): void {
    box.current?.focus();
    document.execCommand(command, false, argument);
    reportChange();
  }

  return (
    <div className="rich-editor">
      <div className="rich-editor-tools" role="toolbar" aria-label={texts.tools}>
        {tools.map((tool) => (
          <ToolButton
            key={tool.name}
            name={texts[tool.name]}
            icon={tool.icon}
            onRun={() => run(tool.command, 'value' in tool ? tool.value : undefined)}
          />
        ))}
        <ToolButton
          name={texts.link}
          icon={<LinkOutlined aria-hidden />}
          onRun={() => {
            const address = askForLink(texts.linkQuestion);
            if (address) run('createLink', address);
          }}
        />
      </div>
      <div
        // Before the rest, because the form item passes its own ref.
        {...described}
        ref={box}
        id={id}
        className="rich-editor-text rich-text"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a text area has words and no form
        role="textbox"
        tabIndex={0}
        aria-multiline
        contentEditable
        suppressContentEditableWarning
        onInput={reportChange}
        onPaste={(event) => {
          // Pasted pages bring their own styles, so only the text is pasted.
          event.preventDefault();
          run('insertText', event.clipboardData.getData('text/plain'));
        }}
      />
    </div>
  );
}

function isEmpty(box: HTMLElement): boolean {
  return box.textContent === '' && !box.querySelector('img, hr');
}

/** The markup without the remains that browsers leave in an empty editor. */
function readClean(box: HTMLElement): string {
  const copy = document.createElement('div');
  copy.append(cleanFragment(box.innerHTML));
  return copy.innerHTML;
}

function ToolButton({ name, icon, onRun }: { name: string; icon: ReactNode; onRun: () => void }) {
  return (
    <Button
      type="text"
      size="small"
      icon={icon}
      title={name}
      aria-label={name}
      // Keeps the selection in the editor.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    />
  );
}
