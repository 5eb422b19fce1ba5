import { useTranslation } from 'react-i18next';
import { RichTextEditor } from '../../../ui/rich-text/RichTextEditor.tsx';

interface NoticeEditorProps {
  'aria-label': string;
  id?: string;
  value?: string | null;
  onChange?: (html: string) => void;
}

/** The editor with its labels; the form item provides value and onChange. */
export function NoticeEditor(props: NoticeEditorProps) {
  const { t } = useTranslation();
  const texts = {
    tools: t('kit.editor.tools'),
    bold: t('kit.editor.bold'),
    italic: t('kit.editor.italic'),
    underline: t('kit.editor.underline'),
    strike: t('kit.editor.strike'),
    heading: t('kit.editor.heading'),
    quote: t('kit.editor.quote'),
    bullets: t('kit.editor.bullets'),
    numbers: t('kit.editor.numbers'),
    plain: t('kit.editor.plain'),
    link: t('kit.editor.link'),
    linkQuestion: t('kit.editor.linkQuestion'),
  };
  return <RichTextEditor texts={texts} {...props} />;
}
