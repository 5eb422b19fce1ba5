import type { listHistoryRows } from '@limpid/contract/data/history';
import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import { Button, Pagination, Select } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import frame from '../../../resource/resource.module.css';
import { useLanguage } from '../../../resource/use-language.ts';
import { scrollToTop } from '../../../ui/scroll-to-top.ts';
import { phoneQuery, useMedia } from '../../../ui/use-media.ts';
import { type HistoryPlace, historyPageSizes } from './history-place.ts';

interface HistoryPagerProps {
  page: ReplyValue<(typeof listHistoryRows)['reply']>;
  place: HistoryPlace;
  go: (part: Partial<HistoryPlace>) => void;
}

/** Numbered pages up to 10,000 rows; beyond that, and after a jump to a time, the next newer or older page. */
export function HistoryPager({ page: { rows, total, newer, older }, place, go }: HistoryPagerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isPhone = useMedia(phoneQuery);
  const box = useRef<HTMLElement>(null);
  const turn = (part: Partial<HistoryPlace>) => {
    go(part);
    if (box.current) scrollToTop(box.current);
  };
  const beside = (row: (typeof rows)[number] | undefined, direction: 'older' | 'newer') =>
    turn({ page: 1, cursor: row && { ts: row.ts, siteId: row.siteId, direction } });
  return (
    <nav ref={box} aria-label={t('kit.list.pages')} className={frame.pagination} hidden={total === 0}>
      <output className={frame.total}>
        {total === null
          ? place.cursor === undefined && t('data.history.many')
          : t('kit.list.total', { total: formatCount(total, language) })}
      </output>
      <Select
        aria-label={t('kit.list.pageSize')}
        value={place.size}
        options={historyPageSizes.map((size) => ({ value: size, label: t('kit.list.perPage', { size }) }))}
        popupMatchSelectWidth={false}
        onChange={(size) => turn({ size, page: 1 })}
      />
      {total === null ? (
        <>
          {place.cursor && (
            <Button onClick={() => turn({ page: 1, cursor: undefined })}>{t('data.history.newest')}</Button>
          )}
          <Button disabled={!newer} onClick={() => beside(rows[0], 'newer')}>
            {t('data.history.newer')}
          </Button>
          <Button disabled={!older} onClick={() => beside(rows.at(-1), 'older')}>
            {t('data.history.older')}
          </Button>
        </>
      ) : (
        <Pagination
          current={place.page}
          pageSize={place.size}
          total={total}
          showSizeChanger={false}
          simple={isPhone}
          showQuickJumper={!isPhone}
          showLessItems
          onChange={(page) => turn({ page })}
        />
      )}
    </nav>
  );
}
