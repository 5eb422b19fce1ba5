import { Form } from 'antd';
import { useState } from 'react';
import { phoneQuery, useMedia } from '../../ui/use-media.ts';
import type { ResourceList } from './use-resource-list.ts';

/** The state of the search above a list. */
export function useSearchPanel(list: ResourceList) {
  const [form] = Form.useForm();
  // Hidden on a phone by default.
  const isPhone = useMedia(phoneQuery);
  const [wanted, setWanted] = useState<boolean>();
  const isShown = wanted ?? !isPhone;
  return {
    form,
    isShown,
    toggle: () => setWanted(!isShown),
    showAll() {
      form.resetFields();
      list.search({});
    },
  };
}
