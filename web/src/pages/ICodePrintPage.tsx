import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ErrorState } from '../components/ErrorState.tsx';
import { PrintFooter, PrintNotice, PrintSheet } from '../components/PrintSheet.tsx';
import { SkeletonLines } from '../components/Skeletons.tsx';
import { MAX_PRINTED_REPORTS } from '#rules/icode-reports/icode-print';
import { normalizeSerial } from '#rules/shared/text';
import { ContradictionNotice } from '../features/icode-reports/ContradictionNotice.tsx';
import { ICodePrintHeader } from '../features/icode-reports/ICodePrintHeader.tsx';
import { ICodeDebugTable, ICodePrintTable } from '../features/icode-reports/ICodePrintTable.tsx';
import { readPrintAddress, type ICodePrintRequest } from '../features/icode-reports/iCodePrintAddress.ts';
import { latestCollection } from '../features/icode-reports/iCodeReportGroups.ts';
import { reportsOfDevice } from '../features/icode-reports/reportsOfDevice.ts';
import { graphql } from '../lib/graphql.ts';
import { nameInList } from '../lib/nameInList.ts';
import { useICodePrintPageQuery } from './gql/ICodePrintPage.ts';

graphql(`
  query ICodePrintPage($patient: ID!, $hasPatient: Boolean!, $where: ICodeReportsWhere!, $ids: [ID!]!, $first: Int!) {
    patient(id: $patient) @include(if: $hasPatient) {
      id
      firstName
      lastName
      ...ICodePrintHeader_patient
      iCodeContradictions {
        ...ContradictionNotice_contradiction @unmask
      }
    }
    icodeReports(where: $where, ids: $ids, first: $first) {
      edges {
        node {
          ...ICodePrintTable_report @unmask
        }
      }
    }
  }
`);

/** The printable report at /reports/icode: HTML without the shell, for paper, fax and PDF. */
export function ICodePrintPage() {
  const { t } = useTranslation('icode-reports');
  const [parameters] = useSearchParams();
  const request = useMemo(() => readPrintAddress(parameters), [parameters]);
  const tooMany = request !== null && request.reportIds.length > MAX_PRINTED_REPORTS;
  if (request && !tooMany) return <Report {...request} />;
  return (
    <PrintSheet heading={t('print.title')} title={t('print.title')} printable={false}>
      <PrintNotice
        status="error"
        text={tooMany ? t('generate.tooMany', { most: MAX_PRINTED_REPORTS }) : t('print.wrongAddress')}
      />
    </PrintSheet>
  );
}

const isNotFound = (error: unknown) =>
  CombinedGraphQLErrors.is(error) && error.errors.some(({ extensions }) => extensions?.code === 'NOT_FOUND');

function Report({ patientId, serial: given, reportIds, showProvider, debug, printAtOnce }: ICodePrintRequest) {
  const { t } = useTranslation('icode-reports');
  const serial = normalizeSerial(given);
  const id = patientId === null ? null : String(patientId);
  const { data, error, refetch } = useICodePrintPageQuery({
    variables: {
      patient: id ?? '',
      hasPatient: id !== null,
      where: reportsOfDevice(serial, patientId),
      ids: reportIds.map(String),
      first: MAX_PRINTED_REPORTS,
    },
  });
  const patient = data?.patient ?? null;
  const patientMissing = (id !== null && isNotFound(error)) || (data !== undefined && id !== null && patient === null);
  // The server returns only reports of this device and patient; no other report may appear under their names.
  const reports = patientMissing
    ? []
    : (data?.icodeReports.edges ?? [])
        .map(({ node }) => node)
        .filter((report) => report.serial === serial)
        .sort(latestCollection);
  const missing = reportIds.length - reports.length;
  const printed = new Set(reports.map(({ databaseId }) => databaseId));
  const contradictions = (patient?.iCodeContradictions ?? []).filter(({ reports: codes }) =>
    codes.some(({ databaseId }) => printed.has(databaseId)),
  );
  const whose = [serial, ...(patient ? [nameInList(patient)] : [])].join(' · ');

  const ready = reports.length > 0;
  useEffect(() => {
    if (ready && printAtOnce) window.print();
  }, [ready, printAtOnce]);

  return (
    <PrintSheet heading={t('print.title')} title={`${t('print.title')} · ${whose}`} printable={ready}>
      {error && !patientMissing ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {patientMissing ? <PrintNotice status="error" text={t('print.patientNotFound')} /> : null}
      {!data && !error ? <SkeletonLines lines={6} /> : null}
      {data && !patientMissing && !ready ? <PrintNotice status="error" text={t('print.none')} /> : null}
      {ready ? (
        <>
          {missing > 0 ? <PrintNotice status="warning" text={t('print.missing', { number: missing })} /> : null}
          <ICodePrintHeader patient={patient} serial={serial} showProvider={showProvider} />
          <ContradictionNotice contradictions={contradictions} shown={contradictions.length} />
          <ICodePrintTable label={t('print.title')} reports={reports} />
          {debug ? <ICodeDebugTable reports={reports} /> : null}
          <PrintFooter legend={t('print.legend')} />
        </>
      ) : null}
    </PrintSheet>
  );
}
