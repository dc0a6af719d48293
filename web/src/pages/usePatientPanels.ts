import { useTranslation } from 'react-i18next';
import { useTablePreferences } from '../components/useTablePreferences.ts';
import { panelsInOrder, type PatientPanel } from './patientPanels.ts';

export interface PatientPanels {
  order: PatientPanel[];
  titles: Record<PatientPanel, string>;
  folded: readonly string[];
  setOrder: (order: readonly string[]) => void;
  fold: (panel: PatientPanel, isFolded: boolean) => void;
  reset: () => void;
}

/** The order of the panels of a patient's page and which are folded, kept per user as the columns of a table are. */
export function usePatientPanels(): PatientPanels {
  const { t } = useTranslation([
    'panels',
    'device-history',
    'usage',
    'compliance',
    'device-settings',
    'communication',
    'icode-reports',
  ]);
  const [{ columnOrder, hiddenColumns }, prefer] = useTablePreferences('patient-page');
  const folded = hiddenColumns ?? [];
  return {
    order: panelsInOrder(columnOrder ?? []),
    titles: {
      devices: t('device-history:title'),
      usage: t('usage:title'),
      compliance: t('compliance:title'),
      settings: t('device-settings:title'),
      communication: t('communication:title'),
      calls: t('icode-reports:calls.title'),
      icode: t('device-history:menu.icodeReports'),
    },
    folded,
    setOrder: (order) => prefer({ columnOrder: order }),
    fold: (panel, isFolded) =>
      prefer({ hiddenColumns: isFolded ? [...folded, panel] : folded.filter((name) => name !== panel) }),
    reset: () => prefer({ columnOrder: null, hiddenColumns: null }),
  };
}
