import { useEffect, useState } from 'react';
import { graphql } from '../../lib/graphql.ts';
import { useFindLegacyPatients, type FindLegacyPatientsQuery } from './gql/useLegacyPatients.ts';

graphql(`
  query FindLegacyPatients($dmeId: String!, $active: Boolean!, $page: Int!) {
    legacyPatients(dmeId: $dmeId, active: $active, page: $page) {
      total
      rows {
        id
        firstName
        lastName
        email
      }
    }
  }
`);

/** A patient of the legacy system. */
export type LegacyPatient = FindLegacyPatientsQuery['legacyPatients']['rows'][number];

/** "Patient tables in migration: 10 rows per page" (document 001, section 9). */
const pageSize = 10;

/**
 * Returns one page of the active or inactive patients of a legacy location, and how many there are; undefined until they
 * have arrived. `load` shows another page. A failure is only logged (document 001, section 8): the page stays as it was.
 */
export function useLegacyPatients(dmeId: string, active: boolean) {
  const find = useFindLegacyPatients();
  const [wanted, setWanted] = useState({ page: 1 });
  const [answered, setAnswered] = useState<typeof wanted | null>(null);
  const [shown, setShown] = useState<{ page: number; rows: readonly LegacyPatient[]; total: number } | null>(null);
  useEffect(() => {
    const sent = new AbortController();
    const { page } = wanted;
    find({ dmeId, active, page }, { signal: sent.signal })
      .then(({ rows, total }) => {
        if (!sent.signal.aborted) setShown({ page, rows, total });
      })
      .catch((error: unknown) => {
        if (!sent.signal.aborted) console.error('The patients of the legacy system could not be loaded:', error);
      })
      .finally(() => {
        if (!sent.signal.aborted) setAnswered(wanted);
      });
    return () => sent.abort();
  }, [find, dmeId, active, wanted]);
  return {
    ...shown,
    pages: Math.max(1, Math.ceil((shown?.total ?? 0) / pageSize)),
    loading: answered !== wanted,
    load: (page: number) => setWanted({ page }),
  };
}

export type LegacyPatientPages = ReturnType<typeof useLegacyPatients>;
