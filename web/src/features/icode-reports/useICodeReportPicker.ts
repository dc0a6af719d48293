import { useEffect, useState } from 'react';

import { useReloadOnDeviceChange } from '../../lib/deviceChanges.ts';
import { graphql } from '../../lib/graphql.ts';
import { useICodeReportsQuery } from './gql/useICodeReportPicker.ts';
import { reportsOfDevice } from './reportsOfDevice.ts';

graphql(`
  query ICodeReports($where: ICodeReportsWhere!, $first: Int!, $patient: ID!, $hasPatient: Boolean!) {
    icodeReports(where: $where, first: $first) {
      edges {
        node {
          ...ICodeReportTable_report @unmask
        }
      }
    }
    patient(id: $patient) @include(if: $hasPatient) {
      id
      organization {
        id
        timezone
      }
      iCodeContradictions {
        ...ContradictionNotice_contradiction @unmask
      }
    }
  }
`);

/** Reports of one device that are listed: the newest. A code of each day is more than a year of them. */
const mostReports = 500;

interface Owner {
  patient: { id: string; databaseId: number } | null;
  serial: string;
}

/** How long new rows stay highlighted, in milliseconds. */
const flashMs = 4000;

/**
 * Returns the reports of a device and the selected ones. A selection survives a reload of the list. New reports are
 * selected and briefly highlighted. Contradictions between codes are known of a patient's reports alone.
 */
export function useICodeReportPicker({ patient, serial }: Owner) {
  const { data, loading, error, refetch } = useICodeReportsQuery({
    variables: {
      where: reportsOfDevice(serial, patient?.databaseId ?? null),
      first: mostReports,
      patient: patient?.id ?? '',
      hasPatient: patient !== null,
    },
    fetchPolicy: 'cache-and-network',
    skip: !serial,
  });
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set());

  useEffect(() => {
    if (fresh.size === 0) return undefined;
    const timer = setTimeout(() => setFresh(new Set()), flashMs);
    return () => clearTimeout(timer);
  }, [fresh]);

  const reload = useReloadOnDeviceChange(async () => {
    if (serial) await refetch();
  }, loading);

  const reports = data?.icodeReports.edges.map(({ node }) => node);
  const contradictions = data?.patient?.iCodeContradictions ?? [];
  return {
    reports,
    loading,
    error,
    reload,
    /** Of the patient's organization. */
    timeZone: data?.patient?.organization.timezone,
    /** In the order of the list; a deleted report is no longer selected. */
    pickedIds: (reports ?? []).map(({ databaseId }) => databaseId).filter((id) => picked.has(id)),
    /** The contradictions in which at least one of these reports takes part. */
    contradictionsOf: (ids: readonly number[]) =>
      contradictions.filter(({ reports: codes }) => codes.some(({ databaseId }) => ids.includes(databaseId))),
    isFresh: (id: number) => fresh.has(id),
    pick(ids: readonly number[], on: boolean) {
      const next = new Set(picked);
      for (const id of ids) {
        if (on) next.add(id);
        else next.delete(id);
      }
      setPicked(next);
    },
    /** Selects and highlights new reports as soon as the list contains them. */
    mark(ids: readonly number[]) {
      setPicked(new Set([...picked, ...ids]));
      setFresh(new Set(ids));
    },
  };
}

export type ICodeReportPicker = ReturnType<typeof useICodeReportPicker>;

/** Two codes of a patient that cannot both be right, or one that contradicts itself. */
