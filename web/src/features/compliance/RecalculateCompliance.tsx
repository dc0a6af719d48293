import { Button } from '@chakra-ui/react';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { graphql } from '../../gql/gql.ts';
import { useRecalculateComplianceMutation } from '../../gql/hooks.ts';

graphql(`
  mutation RecalculateCompliance($patientId: ID!) {
    recalculateCompliance(patientId: $patientId) {
      patient {
        id
        ...ComplianceCard_patient
      }
      userErrors {
        message
      }
    }
  }
`);

/** Calculates the compliance again and stores it, so that lists and the home page say the same. */
export function RecalculateCompliance({ patientId }: { patientId: string }) {
  const { t } = useTranslation('compliance');
  const [recalculate, { loading }] = useRecalculateComplianceMutation();

  async function act() {
    try {
      const { data } = await recalculate({ variables: { patientId } });
      const refusal = data?.recalculateCompliance.userErrors[0];
      if (refusal) toaster.error({ title: refusal.message });
      else toaster.success({ title: t('recalculated') });
    } catch {
      toaster.error({ title: t('failed') });
    }
  }

  return (
    <Button size="xs" variant="outline" loading={loading} onClick={() => void act()}>
      <RotateCw aria-hidden="true" />
      {t('recalculate')}
    </Button>
  );
}
