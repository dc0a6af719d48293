import { defineList } from '../../components/ListPage.tsx';
import type { AttentionReason } from '../../gql/schema.ts';
import { formatDate } from '../../lib/dates.ts';
import { graphql } from '../../lib/graphql.ts';
import { formatPhone } from '../../lib/phone.ts';
import { urls } from '../../lib/urls.ts';
import { TriagePageDocument as query, type TriagePageQuery } from './gql/triageList.ts';
import { patientList } from './patientList.tsx';
import { triageColumns } from './triageColumns.tsx';

graphql(`
  query TriagePage(
    $reason: AttentionReason!
    $first: Int
    $page: Int
    $search: String
    $orderBy: PatientsOrder
    $where: PatientsWhere
  ) {
    patients(first: $first, page: $page, search: $search, orderBy: $orderBy, where: $where) {
      edges {
        node {
          id
          databaseId
          firstName
          lastName
          birthDate
          phone
          currentSerial
          lastConnectionAt
          attention(reason: $reason) {
            reason
            since
            sinceDay
            submittedBy
            failureText
          }
        }
      }
      totalCount
      totalCountIsCapped
      unfilteredCount
      unfilteredCountIsCapped
    }
  }
`);

type TriagePatient = TriagePageQuery['patients']['edges'][number]['node'];

const listOf = (reason: AttentionReason) =>
  defineList({
    table: 'triage',
    options: { hidden: ['birth_date', 'phone'] },
    query,
    more: { reason },
    connection: (data) => data.patients,
    patientOf: ({ id }) => id,
    pathOf: ({ databaseId }) => urls.patient(databaseId),
    filters: patientList.filters,
    csvPath: patientList.csvPath,
    canExport: patientList.canExport,
    about: (t) => t('about'),
    columns: (t, viewer) => [
      ...triageColumns<TriagePatient>(t, viewer, reason),
      {
        id: 'birth_date',
        header: t('birthDate'),
        dates: 'day',
        sortable: true,
        cell: (patient) => formatDate(patient.birthDate),
      },
      { id: 'phone', header: t('phone'), nowrap: true, cell: (patient) => formatPhone(patient.phone) },
    ],
  });

/** The patients who need attention for a reason, with the reason: the patient list with one filter. */
export const triageLists: Record<AttentionReason, ReturnType<typeof listOf>> = {
  SETTINGS_FAILED: listOf('SETTINGS_FAILED'),
  SETTINGS_WAITING: listOf('SETTINGS_WAITING'),
  SILENT: listOf('SILENT'),
  COMPLIANCE_AT_RISK: listOf('COMPLIANCE_AT_RISK'),
  COMPLIANCE_CANNOT_BE_MET: listOf('COMPLIANCE_CANNOT_BE_MET'),
};

/** Returns the reason that an address filters the patient list by, as the cards of the home page do; null without one. */
export function reasonOf(address: URLSearchParams): AttentionReason | null {
  const [, attention] =
    /^equal:(settings_failed|settings_waiting|silent)$/.exec(address.get('f[attention]') ?? '') ?? [];
  if (attention) return attention.toUpperCase() as AttentionReason;
  const [, compliance] = /^equal:(at_risk|cannot_be_met)$/.exec(address.get('f[compliance]') ?? '') ?? [];
  return compliance ? (`COMPLIANCE_${compliance.toUpperCase()}` as AttentionReason) : null;
}
