import type { Bundle, FhirResource } from 'fhir/r4';
import type { Context } from '../shared/context.ts';
import { refusalOf } from '../shared/list-refusals.ts';
import { openJson, sealCursor } from '../shared/sealed-cursor.ts';
import { BASE } from './fhir-systems.ts';
import type { Pair } from './fhir-search.ts';

/** The parameter of a next link, which has the whole search. */
export const CURSOR = '_cursor';

/** Where a page begins: after a row of the list, and after so many entries of the next row. */
export interface Place {
  after: string | null;
  skipped: number;
}

export const START: Place = { after: null, skipped: 0 };

/** A page of a search. `next`: where the next page begins; null on the last one. */
export interface Page {
  resources: FhirResource[];
  next: Place | null;
  /** Rows of all pages, where they are known exactly and without counting them. */
  total: number | undefined;
}

/** What a next link has: the search, with its parameters, and the place. */
interface Cursor extends Place {
  type: string;
  pairs: Pair[];
}

/** Returns a search as a text that reveals nothing: names of patients do not belong in an address. */
export const sealed = ({ app }: Context, cursor: Cursor): string => sealCursor(app.config, JSON.stringify(cursor));

/** Returns the search of a next link; refuses what is none of this type of resource. */
export function unsealed({ app }: Context, type: string, text: string): Cursor {
  // The cursor of a list is sealed alike, and is no search.
  const cursor = openJson(app.config, text) as Cursor | undefined;
  if (cursor?.type === type && Array.isArray(cursor.pairs)) return cursor;
  throw refusalOf(CURSOR, 'list.cursor');
}

const address = (base: string, type: string, pairs: readonly Pair[]): string => {
  const query = new URLSearchParams(pairs as [string, string][]).toString();
  return `${base}/${type}${query && `?${query}`}`;
};

/** Returns a page as the answer to a search. `self`: the parameters that were used. */
export function bundleOf(
  ctx: Context,
  { origin, type, self, used }: { origin: string; type: string; self: readonly Pair[]; used: readonly Pair[] },
  { resources, next, total }: Page,
): Bundle {
  const base = origin + BASE;
  const cursor = next && sealed(ctx, { type, pairs: [...used], ...next });
  const entry = resources.map((resource) => ({
    fullUrl: `${base}/${type}/${resource.id}`,
    resource,
    search: { mode: 'match' as const },
  }));
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    ...(total !== undefined && { total }),
    link: [
      { relation: 'self', url: address(base, type, self) },
      ...(cursor ? [{ relation: 'next', url: address(base, type, [[CURSOR, cursor]]) }] : []),
    ],
    // FHIR has no empty lists.
    ...(entry.length > 0 && { entry }),
  };
}
