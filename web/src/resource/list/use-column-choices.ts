import type { Resource } from '@limpid/contract/kit/resource';
import { usePersonalChoice } from '../../api/use-personal-choice.ts';
import { type NamedField, tableFields } from '../resource-fields.ts';
import type { Filter } from './use-resource-list.ts';

export interface ChoosableColumn {
  name: string;
  /** Translation key of its heading. */
  label: string;
  /** The heading itself, where it is data and no text of the program. */
  title?: string;
}

export interface ColumnChoices<C extends ChoosableColumn = ChoosableColumn> {
  all: C[];
  shown: C[];
  /** The column a row is named by: it always stays. */
  always: string;
  show: (names: string[]) => void;
}

/** Which columns of the list this person wants to see. */
export function useColumnChoices(resource: Resource, fixedFilter?: Filter): ColumnChoices<NamedField> {
  const all = tableFields(resource, fixedFilter);
  const onDemand = all.filter(({ field }) => field.onDemand).map(({ name }) => name);
  return useChosenColumns(resource, all, onDemand);
}

/** The same for a list that has columns beside the fields of its resource. */
export function useChosenColumns<C extends ChoosableColumn>(
  resource: Resource,
  all: C[],
  onDemand: string[] = [],
): ColumnChoices<C> {
  // The hidden ones are kept, so that a column added later appears.
  const [hidden, setHidden] = usePersonalChoice<string[]>(`hidden:${resource.path}`, onDemand);
  return {
    all,
    shown: all.filter(({ name }) => !hidden.includes(name)),
    always: resource.name,
    show(names) {
      const isHidden = (name: string) => !names.includes(name) && name !== resource.name;
      // What is not offered now may be again: it stays as it was chosen.
      const others = hidden.filter((name) => !all.some((one) => one.name === name));
      setHidden([...others, ...all.map(({ name }) => name).filter(isHidden)]);
    },
  };
}
