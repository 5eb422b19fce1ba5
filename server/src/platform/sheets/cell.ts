/** A Date holds a wall clock in its UTC fields. Read errors such as #N/A are their text; an empty text is null. */
export type Cell = string | number | boolean | Date | null;
