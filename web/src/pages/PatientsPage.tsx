import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ListPage } from '../components/ListPage.tsx';
import { TextLink } from '../components/TextLink.tsx';
import { ComplianceBatchButton } from '../features/compliance-reports/ComplianceBatchButton.tsx';
import { AddPatient } from '../features/patients/AddPatient.tsx';
import { patientList } from '../features/patients/patientList.tsx';
import { reasonOf, triageLists } from '../features/patients/triageList.tsx';
import { urls } from '../lib/urls.ts';
import { useViewer } from '../lib/viewer.ts';
import { usePatientAhead } from './patientAhead.ts';

/** The patients the viewer may see. Where a filter asks who needs attention, the rows say why. */
export function PatientsPage() {
  const { t } = useTranslation('patients');
  const [address] = useSearchParams();
  const ahead = usePatientAhead();
  const { viewerCanUseHandOffs } = useViewer();
  const reason = reasonOf(address);
  if (!reason)
    return (
      <ListPage
        list={patientList}
        title={t('title')}
        action={<AddPatient />}
        ahead={ahead}
        parts={({ table: { variables }, totalCount: total, totalCountIsCapped: isCapped }) => ({
          toolbar: (
            <>
              <ComplianceBatchButton matching={{ variables, total, isCapped }} />
              {viewerCanUseHandOffs ? <TextLink to={urls.askForPatient}>{t('askForPatient')}</TextLink> : null}
            </>
          ),
        })}
        t={t}
      />
    );
  return (
    <ListPage
      key={reason}
      list={triageLists[reason]}
      title={t(`triage.titles.${reason}`)}
      action={<TextLink to={urls.patients}>{t('triage.allPatients')}</TextLink>}
      ahead={ahead}
      t={t}
    />
  );
}
