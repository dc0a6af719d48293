import { createStore } from './store.ts';

/** The arguments of a page of a list. */
export interface ListPageVariables {
  first: number;
  page: number;
  search: string | null;
  /** As the query of the list takes them (components/listArguments.ts). */
  orderBy: never;
  where: never;
}

/** A list as the user left it, with the rows of the pages that were read, in its order. */
export interface VisitedList {
  /** Address of the page of the list, with its search, filters and order. */
  address: string;
  variables: ListPageVariables;
  /** Number of the page on which `paths` begin. */
  firstPage: number;
  /** Address of the page of each row. */
  paths: readonly string[];
  /** Number of rows of the list; null when there are more than were counted. */
  total: number | null;
}

// In memory alone: the address may contain the name that the user searched for.
const lists = new Map<string, VisitedList>();
const store = createStore((table: string) => lists.get(table));

/** Stores how the user sees a list, by the name of its table. */
export function visitList(table: string, list: VisitedList): void {
  lists.set(table, list);
  store.changed();
}

/** Returns the list as the user left it; undefined when they have not opened it since the portal was loaded. */
export const useVisitedList: (table: string) => VisitedList | undefined = store.useValue;

/** Whether search or filters leave rows out. */
export const isNarrowed = ({ variables: { search, where } }: VisitedList): boolean => search !== null || where !== null;

/** Number of the last page that was read. */
const lastPageOf = ({ firstPage, paths, variables }: VisitedList): number =>
  firstPage + Math.max(1, Math.ceil(paths.length / variables.first)) - 1;

/** Returns the page next to those that were read, which the step from a row needs; null when there is none. */
export function missingPage(list: VisitedList, index: number): number | null {
  if (index === 0 && list.firstPage > 1) return list.firstPage - 1;
  const isWhole = list.paths.length % list.variables.first === 0;
  const isKnownEnd = list.total !== null && lastPageOf(list) * list.variables.first >= list.total;
  return index === list.paths.length - 1 && isWhole && !isKnownEnd ? lastPageOf(list) + 1 : null;
}

/** Returns the list with one more page, before or after the others. An empty page after them is the end of the list. */
export function withPage(list: VisitedList, page: number, paths: readonly string[]): VisitedList {
  if (page < list.firstPage) return { ...list, firstPage: page, paths: [...paths, ...list.paths] };
  const total = paths.length === 0 ? lastPageOf(list) * list.variables.first : list.total;
  return { ...list, total, paths: [...list.paths, ...paths] };
}

/** Returns the address of the page of the list that has a row; the page that the user left, for a row that none has. */
export function addressOf({ address, firstPage, paths, variables }: VisitedList, path: string): string {
  const index = paths.indexOf(path);
  if (index < 0) return address;
  const [pathname, search] = address.split('?');
  const parameters = new URLSearchParams(search);
  const page = firstPage + Math.floor(index / variables.first);
  if (page > 1) parameters.set('page', String(page));
  else parameters.delete('page');
  const query = parameters.toString();
  return query ? `${pathname}?${query}` : pathname!;
}
