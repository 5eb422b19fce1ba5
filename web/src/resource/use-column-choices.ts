import type { Resource } from '@limpid/contract/kit/resource';
import { type NamedField, tableFields } from './resource-fields.ts';
import { usePersonalChoice } from './use-personal-choice.ts';
import type { Filter } from './use-resource-list.ts';

export interface ColumnChoices {
  all: NamedField[];
  shown: NamedField[];
  /** The column a row is named by: it always stays. */
  always: string;
  show: (names: string[]) => void;
}

/** Which columns of the list this person wants to see. */
export function useColumnChoices(resource: Resource, fixedFilter?: Filter): ColumnChoices {
  // The hidden ones are kept, so that a column added later appears.
  const [hidden, setHidden] = usePersonalChoice<string[]>(`hidden:${resource.path}`, []);
  const all = tableFields(resource, fixedFilter);
  return {
    all,
    shown: all.filter(({ name }) => !hidden.includes(name)),
    always: resource.name,
    show(names) {
      const isHidden = (name: string) => !names.includes(name) && name !== resource.name;
      setHidden(all.map(({ name }) => name).filter(isHidden));
    },
  };
}
