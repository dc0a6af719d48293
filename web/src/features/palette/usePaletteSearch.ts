import { useApolloClient } from '@apollo/client/react';
import type { TFunction } from 'i18next';
import { Cpu, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { graphql } from '../../gql/gql.ts';
import type { PaletteResultsQuery } from '../../gql/graphql.ts';
import { formatDate } from '../../lib/dates.ts';
import { nameInList } from '../../lib/nameInList.ts';
import { urls } from '../../lib/urls.ts';
import type { PaletteEntry } from './paletteEntry.ts';

const query = graphql(`
  query PaletteResults($search: String!) {
    searchResults(search: $search) {
      patients {
        id
        databaseId
        assignedId
        firstName
        lastName
        birthDate
        currentSerial
      }
      machines {
        id
        databaseId
        serial
        model
        currentPatient {
          id
          firstName
          lastName
        }
      }
    }
  }
`);

type Found = PaletteResultsQuery['searchResults'];
type Translate = TFunction<'palette'>;

const line = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(' · ');

/**
 * The kinds of rows that the server finds. Another kind, such as users, is one more entry with a page of its own to
 * open: its fields in the query, a heading in `paletteGroups`, and its lines here.
 */
const sources: readonly ((found: Found, t: Translate) => PaletteEntry[])[] = [
  ({ patients }, t) =>
    patients.map((patient) => ({
      value: patient.id,
      group: 'patients',
      icon: UserRound,
      label: nameInList(patient),
      description: line(
        patient.birthDate && t('born', { date: formatDate(patient.birthDate) }),
        patient.assignedId ?? String(patient.databaseId),
        patient.currentSerial,
      ),
      path: urls.patient(patient.databaseId),
    })),
  ({ machines }) =>
    machines.map((machine) => ({
      value: machine.id,
      group: 'machines',
      icon: Cpu,
      label: machine.serial,
      description: line(machine.model, machine.currentPatient && nameInList(machine.currentPatient)),
      path: urls.machine(machine.databaseId),
    })),
];

/** Returns a function that finds rows by what the user types. Aborting cancels the request. Nothing is cached. */
export function usePaletteSearch() {
  const client = useApolloClient();
  const { t } = useTranslation('palette');
  return async (search: string, signal: AbortSignal): Promise<readonly PaletteEntry[]> => {
    const { data } = await client.query({
      query,
      variables: { search },
      fetchPolicy: 'no-cache',
      context: { fetchOptions: { signal }, queryDeduplication: false },
    });
    if (!data) throw new Error('searchResults returned no data');
    return sources.flatMap((source) => source(data.searchResults, t));
  };
}
