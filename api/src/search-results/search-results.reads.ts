import type { Viewer } from '../auth/viewer.ts';
import type { Machine } from '../machines/machine.entity.ts';
import { machineList } from '../machines/machines.list.ts';
import type { Organization } from '../organizations/organization.entity.ts';
import { organizationsList, switchable } from '../organizations/organizations.list.ts';
import type { Patient } from '../patients/patient.entity.ts';
import { patientsList } from '../patients/patients.list.ts';
import { valueOf } from '../shared/list-conditions.ts';
import type { AnyList, ListQuery, ListSource } from '../shared/list.ts';
import { nameKey, normalizeSerial, plainText, typedDate } from '../shared/text.rules.ts';
import type { UserAccount } from '../users/user-account.entity.ts';
import { usersList, usersOf } from '../users/users.list.ts';

/** The beginning of a list that an index finds. `keeps`: whether a row of it is a result; every row without it. */
export interface SearchRead<T extends object> {
  source: ListSource<T>;
  query: ListQuery;
  keeps?: (row: T) => boolean;
}

/** Three letters or digits in a row: the index of trigrams finds no shorter word. */
export const isIndexed = (word: string): boolean => /[a-z0-9]{3}/.test(plainText(word));

/** Words of a name in either order: last name and first name. */
const nameKeys = (words: readonly string[]): string[] => [...new Set([words, words.toReversed()].map(nameKey))];

/** The rows from a name on, in the order of the names: an index finds the first ones, however few begin with it. */
const namedFrom = <T extends object & { nameKey: string }>(
  list: AnyList<T>,
  name: string,
  { orderBy, within }: { orderBy: string; within?: object },
): SearchRead<T> => ({
  source: { list, within: { ...within, nameKey: { $gte: name } } },
  query: { orderBy },
  keeps: ({ nameKey }) => nameKey.startsWith(name),
});

/**
 * Returns the reads that find patients, the best results first: by id, by the search of the patient list. Words of one or two letters, of which that search reads every patient, find the names that begin
 * with them: "ng" and, in either order, "ng li".
 */
export function patientReads(words: readonly string[]): SearchRead<Patient>[] {
  const id = words.length === 1 ? valueOf('integer', words[0]!) : undefined;
  const byId: SearchRead<Patient>[] =
    id === undefined
      ? []
      : [{ source: patientsList, query: { filters: [{ field: 'id', condition: 'equal', value: String(id) }] } }];
  if (words.some(isIndexed))
    return [...byId, { source: patientsList, query: { search: words.join(' '), orderBy: 'last_name' } }];
  return [...byId, ...nameKeys(words).map((name) => namedFrom(patientsList, name, { orderBy: 'last_name' }))];
}

/** Returns the read that finds machines by letters and digits of the serial number, which may be typed in groups. */
export function machineReads(words: readonly string[], viewer: Viewer): SearchRead<Machine>[] {
  const serial = normalizeSerial(words.join(''));
  if (!/^[0-9A-Z]+$/.test(serial) || words.some(typedDate)) return [];
  const filters = [{ field: 'serial', condition: 'contain', value: serial }];
  return [{ source: machineList(viewer), query: { filters, orderBy: 'serial' } }];
}

/**
 * Returns the reads that find users among those that the viewer administers: by name and e-mail address as the list of
 * users searches them. Words of one or two letters find the names, and one such word the addresses, that begin with them.
 */
export function userReads(words: readonly string[], viewer: Viewer): SearchRead<UserAccount>[] {
  const all = usersOf(viewer);
  if (words.some(isIndexed)) return [{ source: all, query: { search: words.join(' ') } }];
  const within = 'list' in all ? (all.within as object) : {};
  const named = nameKeys(words).map((name) => namedFrom(usersList, name, { orderBy: 'name', within }));
  if (words.length > 1) return named;
  const address = words.join().toLowerCase();
  const addressed: SearchRead<UserAccount> = {
    source: { list: usersList, within: { ...within, email: { $gte: address } } },
    query: { orderBy: 'email' },
    keeps: ({ email }) => email.toLowerCase().startsWith(address),
  };
  return [...named, addressed];
}

/** Returns the reads that find organizations to act in: by their names, and by the beginning of it for short words. */
export function organizationReads(words: readonly string[]): SearchRead<Organization>[] {
  if (words.some(isIndexed))
    return [{ source: { list: organizationsList, within: switchable }, query: { search: words.join(' ') } }];
  return [namedFrom(organizationsList, plainText(words.join(' ')), { orderBy: 'name', within: switchable })];
}
