import { Button } from '@chakra-ui/react';
import { LayoutList } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePartButton } from '../components/usePartButton.ts';
import type { PatientPanels } from './usePatientPanels.ts';

const loadPopover = () => import('./ArrangePanelsPopover.tsx');

/** The button that opens the order of the panels and which are folded. */
export function ArrangePanels({ panels }: { panels: PatientPanels }) {
  const { t } = useTranslation('panels');
  const { part, button, ofButton } = usePartButton(loadPopover, 'dialog');
  return (
    <>
      <Button variant="ghost" size="sm" className="no-print" {...button}>
        <LayoutList />
        {t('arrange')}
      </Button>
      {part ? <part.ArrangePanelsPopover panels={panels} ofButton={ofButton} /> : null}
    </>
  );
}
