import { Location } from '../locations/location.entity.ts';
import { canListOrganizations, canViewOrganization } from '../organizations/organizations.policy.ts';
import { organizationsById } from '../organizations/organizations.service.ts';
import type { Context } from '../shared/context.ts';
import { rowOfEach } from '../shared/list.ts';
import { loadAll } from '../shared/load-all.ts';
import { escapeLike, formsOf } from '../shared/list-text.ts';
import { plainText } from '../shared/text.rules.ts';
import { isIndexed } from './search-results.reads.ts';
import type { FoundLocation, FoundOrganization, SearchResults } from './search-results.types.ts';

/**
 * The organization whose page the viewer opens: null for support staff, who opens all, undefined for a user who opens
 * none. It is the own one of administrators, or the one in which support staff acts.
 */
function openedBy({ viewer }: Context): number | null | undefined {
  if (canListOrganizations(viewer) && viewer.actingOrgId === null) return null;
  return canViewOrganization(viewer, { id: viewer.workOrgId }) ? viewer.workOrgId : undefined;
}

/**
 * Returns SQL of the rows that the words find, in the order of their names, and its parameters: by the index of the
 * searched text, or, of words of one or two letters, by the index of the names, whose first rows are read.
 */
function foundBy(words: readonly string[], first: number, from: string): [string, unknown[]] {
  if (words.some(isIndexed)) {
    const forms = words.map(formsOf);
    const matches = forms.map((any) => `(${any.map(() => 'r.search_text ilike ?').join(' or ')})`).join(' and ');
    const patterns = forms.flat().map((form) => `%${escapeLike(form)}%`);
    return [`select r.* from ${from} and ${matches} order by r.name_key, r.id limit ?`, [...patterns, first]];
  }
  const name = plainText(words.join(' '));
  return [
    `select r.* from (select r.* from ${from} and r.name_key >= ? order by r.name_key, r.id limit ?) r where starts_with(r.name_key, ?)`,
    [name, first, name],
  ];
}

/** Returns the first organizations whose page the viewer opens and which the words find by name or DME ID. */
export async function searchOrganizationPages(
  ctx: Context,
  { words, first }: SearchResults,
): Promise<FoundOrganization[]> {
  const opened = openedBy(ctx);
  if (words.length === 0 || opened === undefined) return [];
  const [sql, values] = foundBy(words, first, `organizations r where ${opened === null ? 'true' : `r.id = ${opened}`}`);
  const rows = await ctx.em.execute<{ id: number; dme_id: string | null; draft: boolean; active: boolean }[]>(
    `select f.id, f.dme_id, f.draft, f.active from (${sql}) f`,
    values,
  );
  const organizations = await loadAll(
    ctx,
    organizationsById,
    rows.map(({ id }) => id),
  );
  return rows.flatMap((row, at) => {
    const organization = organizations[at];
    return organization ? [{ organization, dmeId: row.dme_id, ...stateOf(row) }] : [];
  });
}

const stateOf = ({ draft, active }: { draft: boolean; active: boolean }) => ({ isDraft: draft, isActive: active });

/** Returns the first open locations of these organizations that the words find by name, custom ID or DME ID. */
export async function searchLocations(ctx: Context, { words, first }: SearchResults): Promise<FoundLocation[]> {
  const opened = openedBy(ctx);
  if (words.length === 0 || opened === undefined) return [];
  const within = opened === null ? '' : ` and r.org_id = ${opened}`;
  const [sql, values] = foundBy(words, first, `locations r where r.closed_at is null${within}`);
  const rows = await ctx.em.execute<{ id: number; org_id: number; custom_id: string | null; dme_id: string | null }[]>(
    `select f.id, f.org_id, f.custom_id, f.dme_id from (${sql}) f`,
    values,
  );
  const organizations = await loadAll(
    ctx,
    organizationsById,
    rows.map(({ org_id }) => org_id),
  );
  const ids = rows.map(({ id }) => id);
  const locations = rowOfEach(ids, await ctx.em.find(Location, { id: { $in: ids } }), ({ id }) => id);
  return rows.flatMap((row, at) => {
    const [location, organization] = [locations[at], organizations[at]];
    return location && organization ? [{ location, organization, customId: row.custom_id, dmeId: row.dme_id }] : [];
  });
}
