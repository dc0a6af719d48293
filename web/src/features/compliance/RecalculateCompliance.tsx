import { Button } from '@chakra-ui/react';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../lib/graphql.ts';
import { useRecalculateCompliance } from './gql/RecalculateCompliance.ts';

graphql(`
  mutation RecalculateCompliance($patientId: ID!) {
    recalculateCompliance(patientId: $patientId) {
      patient {
        id
        ...ComplianceCard_patient
      }
      ...UserErrors
    }
  }
`);

/** Recalculates the compliance and stores it, so that lists and the home page agree. */
export function RecalculateCompliance({ patientId }: { patientId: string }) {
  const { t } = useTranslation('compliance');
  const recalculate = useRecalculateCompliance();
  const [busy, setBusy] = useState(false);

  async function act() {
    setBusy(true);
    try {
      const { userErrors } = await recalculate({ patientId });
      const [refusal] = userErrors;
      if (refusal) toaster.error({ title: refusal.message });
      else toaster.success({ title: t('recalculated') });
    } catch {
      toaster.error({ title: t('failed') });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button size="xs" variant="outline" loading={busy} onClick={() => void act()}>
      <RotateCw aria-hidden="true" />
      {t('recalculate')}
    </Button>
  );
}
