/** The values that a list is filtered by, by field. */
export type Filter = Record<string, unknown>;

export interface Sort {
  by: string;
  desc: boolean;
}
