import { useTranslation } from 'react-i18next';
import { ListPage } from '../components/ListPage.tsx';
import { patientList } from '../features/patients/patientList.tsx';
import { usePatientAhead } from './patientAhead.ts';

/** The patients the viewer may see. */
export function PatientsPage() {
  const { t } = useTranslation('patients');
  return <ListPage list={patientList} title={t('title')} ahead={usePatientAhead()} t={t} />;
}
