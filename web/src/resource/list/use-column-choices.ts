import type { Resource } from '@limpid/contract/kit/resource';
import { usePersonalChoice } from '../../api/use-personal-choice.ts';
import { type NamedField, tableFields } from '../fields/resource-fields.ts';
import type { Filter } from '../list-query.ts';

export interface ChoosableColumn {
  name: string;
  /** Translation key of its heading. */
  label: string;
  /** The heading itself, if it is data instead of a translated text. */
  title?: string;
}

export interface ColumnChoices<C extends ChoosableColumn = ChoosableColumn> {
  all: C[];
  shown: C[];
  /** The column with the name of the row, which cannot be hidden. */
  always: string;
  show: (names: string[]) => void;
}

/** How a screen lays out its table. */
export interface ColumnLayout {
  fields?: NamedField[];
  /** By field, or `actions`, instead of those of their kind; `rest` shares the remaining width. */
  widths?: Readonly<Record<string, number | 'rest'>>;
}

/** The columns of a list that the user shows. */
export function useColumnChoices(
  resource: Resource,
  fixedFilter?: Filter,
  layout: ColumnLayout = {},
): ColumnChoices<NamedField> {
  const all = layout.fields ?? tableFields(resource, fixedFilter);
  const onDemand = all.filter(({ field }) => field.onDemand).map(({ name }) => name);
  return useChosenColumns(resource, all, onDemand);
}

/** As useColumnChoices, for a list with columns beside the fields of its resource. */
export function useChosenColumns<C extends ChoosableColumn>(
  resource: Resource,
  all: C[],
  onDemand: string[] = [],
): ColumnChoices<C> {
  // Stores the hidden columns, so that a new column is shown.
  const [hidden, setHidden] = usePersonalChoice<string[]>(`hidden:${resource.path}`, onDemand);
  return {
    all,
    shown: all.filter(({ name }) => !hidden.includes(name)),
    always: resource.name,
    show(names) {
      const isHidden = (name: string) => !names.includes(name) && name !== resource.name;
      // Keeps the choice for columns that are not offered at the moment.
      const others = hidden.filter((name) => !all.some((one) => one.name === name));
      setHidden([...others, ...all.map(({ name }) => name).filter(isHidden)]);
    },
  };
}
