import { canListDevices } from '../device-index/device-index.policy.ts';
import type { Machine } from '../machines/machine.entity.ts';
import type { Organization } from '../organizations/organization.entity.ts';
import { canSwitchOrganization } from '../organizations/organizations.policy.ts';
import type { Patient } from '../patients/patient.entity.ts';
import { canReadPatients } from '../patients/patients.policy.ts';
import type { Context } from '../shared/context.ts';
import { refusalOf } from '../shared/list-refusals.ts';
import { readPage } from '../shared/list-page.ts';
import { assertFewConditions, wordsOf } from '../shared/list-price.ts';
import { ListRead } from '../shared/list.ts';
import type { User } from '../users/user.entity.ts';
import { canListUsers } from '../users/users.policy.ts';
import { usersOfAccounts } from '../users/users.service.ts';
import { machineReads, organizationReads, patientReads, userReads, type SearchRead } from './search-results.reads.ts';
import type { SearchResults } from './search-results.types.ts';

/** Rows of each kind. */
const USUAL = 5;
const MOST = 20;
/** A single letter matches nearly every row. */
const FEWEST_LETTERS = 2;

/** Returns the words of a search and the number of rows of each kind. Refuses too many of either. */
export function checkSearch(search: string, first: number | null | undefined): SearchResults {
  assertFewConditions({ search });
  const most = first ?? USUAL;
  if (most < 1 || most > MOST) throw refusalOf('first', 'list.limit', { max: MOST });
  const words = wordsOf(search);
  return { words: [...words.join('')].length < FEWEST_LETTERS ? [] : words, first: most };
}

/** Returns the first rows that the reads find, each row once. */
async function firstOf<T extends { id: number }>(ctx: Context, reads: SearchRead<T>[], first: number): Promise<T[]> {
  const found = new Map<number, T>();
  for (const { source, query, keeps } of reads) {
    if (found.size >= first) break;
    const rows = await readPage(new ListRead(ctx, source, query), first, 0);
    for (const row of rows) if (keeps?.(row) ?? true) found.set(row.id, row);
  }
  return [...found.values()].slice(0, first);
}

/** Returns the first patients that the viewer may see and the words find; none for viewers who may not read patients. */
export const searchPatients = async (ctx: Context, { words, first }: SearchResults): Promise<Patient[]> =>
  words.length > 0 && canReadPatients(ctx.viewer) ? firstOf(ctx, patientReads(words), first) : [];

/** Returns the first machines that the viewer may see and the words find; none for viewers who may not list devices. */
export const searchMachines = async (ctx: Context, { words, first }: SearchResults): Promise<Machine[]> =>
  words.length > 0 && canListDevices(ctx.viewer) ? firstOf(ctx, machineReads(words, ctx.viewer), first) : [];

/** Returns the first users that the viewer administers and the words find; none for viewers who may not list users. */
export async function searchUsers(ctx: Context, { words, first }: SearchResults): Promise<User[]> {
  if (words.length === 0 || !canListUsers(ctx.viewer)) return [];
  return usersOfAccounts(ctx, await firstOf(ctx, userReads(words, ctx.viewer), first));
}

/** Returns the first organizations in which support staff may act and which the words find; none for other viewers. */
export const searchOrganizations = async (ctx: Context, { words, first }: SearchResults): Promise<Organization[]> =>
  words.length > 0 && canSwitchOrganization(ctx.viewer) ? firstOf(ctx, organizationReads(words), first) : [];
