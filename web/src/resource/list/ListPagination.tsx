import { Pagination, Select } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { scrollToTop } from '../../ui/scroll-to-top.ts';
import { phoneQuery, useMedia } from '../../ui/use-media.ts';
import styles from '../resource.module.css';
import { useLanguage } from '../use-language.ts';
import { pageSizes, type ResourceList } from './use-resource-list.ts';

interface ListPaginationProps {
  list: Pick<ResourceList, 'page' | 'pageSize' | 'goTo' | 'resize'> & {
    response: { total: number; estimated?: boolean } | undefined;
  };
}

export function ListPagination({ list }: ListPaginationProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isPhone = useMedia(phoneQuery);
  const box = useRef<HTMLElement>(null);
  const { total = 0, estimated } = list.response ?? {};
  const shownTotal = new Intl.NumberFormat(language).format(total);

  function afterTurning() {
    if (box.current) scrollToTop(box.current);
  }

  return (
    <nav ref={box} aria-label={t('kit.list.pages')} className={styles.pagination} hidden={total === 0}>
      <output className={styles.total}>
        {estimated
          ? t('kit.list.totalAbout', { total: shownTotal })
          : t('kit.list.total', { total: shownTotal })}
      </output>
      <Select
        aria-label={t('kit.list.pageSize')}
        value={list.pageSize}
        options={pageSizes.map((size) => ({ value: size, label: t('kit.list.perPage', { size }) }))}
        popupMatchSelectWidth={false}
        onChange={(size) => {
          list.resize(size);
          afterTurning();
        }}
      />
      <Pagination
        current={list.page}
        pageSize={list.pageSize}
        total={total}
        showSizeChanger={false}
        simple={isPhone}
        showQuickJumper={!isPhone}
        showLessItems
        onChange={(page) => {
          list.goTo(page);
          afterTurning();
        }}
      />
    </nav>
  );
}
