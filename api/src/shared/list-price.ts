import type { FilterTree, ListColumn, ListFilter } from './list-conditions.ts';
import { refusalOf } from './list-refusals.ts';
import type { ListQuery } from './list.ts';
import { plainText } from './text.rules.ts';

/** Filters of one list. */
export const MAX_FILTERS = 20;
/** Words of one search. */
export const MAX_WORDS = 8;
/** Points of one operation, over GraphQL or REST. */
export const MAX_COST = 5000;

export const CONDITION = 5;
/** A condition that the database computes for each row, or reads from other tables. */
export const COMPUTED = 50;
/** A page ends at its last row; a count applies each condition to every row. */
export const COUNT = 10;

/** Returns the words of a search: a row must match all of them. A lone hyphen or apostrophe is none. */
export const wordsOf = (search: string | null | undefined): string[] =>
  (search ?? '')
    .slice(0, 255)
    .toWellFormed() // the cut may have left half of a character
    .replaceAll('\0', '')
    .split(/[\s,]+/)
    .filter((word) => plainText(word).trim() !== '');

/** Returns the filters of a tree, one after another. */
const leavesOf = (tree: FilterTree): ListFilter[] =>
  'field' in tree ? [tree] : ('all' in tree ? tree.all : tree.any).flatMap(leavesOf);

/** Refuses a list with too many filters or words. */
export function assertFewConditions({ filters, search }: ListQuery): void {
  const leaves = (filters ?? []).flatMap(leavesOf);
  const field = leaves[0]?.path === undefined ? 'filters' : 'where';
  if (leaves.length > MAX_FILTERS) throw refusalOf(field, 'list.too_many_filters', { max: MAX_FILTERS });
  if (wordsOf(search).length > MAX_WORDS) throw refusalOf('search', 'list.too_many_words', { max: MAX_WORDS });
}

/** Whether a filter by the column is computed: its condition is SQL and not a comparison with a stored value. */
export const isComputed = (column: ListColumn | undefined): boolean =>
  column?.rowsOf !== undefined || column?.rowsWhere !== undefined;

/** What is counted: the matching rows, or all rows before search and filters. */
export type Count = 'matching' | 'all';

/** Returns the points of filters. `computed`: whether the database computes one for each row. */
export const priceOfFilters = <Filter>(filters: readonly Filter[], computed: (filter: Filter) => boolean): number =>
  filters.reduce((sum, filter) => sum + (computed(filter) ? COMPUTED : CONDITION), 0);

/**
 * Returns the points of a list's search, filters (priceOfFilters), and counts. The rows of the page come on top.
 */
export function priceOf(search: string | null | undefined, filters: number, counts: readonly Count[]): number {
  const conditions = CONDITION * wordsOf(search).length + filters;
  return counts.reduce((sum, count) => sum + COUNT * Math.max(1, count === 'matching' ? conditions : 0), conditions);
}
