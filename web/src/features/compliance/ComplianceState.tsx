import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { ComplianceState as State } from '../../gql/graphql.ts';
import { complianceTones } from './complianceText.ts';

/** A state under the compliance rule as a badge; nothing until it is computed (null). */
export function ComplianceState({ state }: { state: State | null }) {
  const { t } = useTranslation('compliance');
  return state && <StatusBadge tone={complianceTones[state]}>{t(`states.${state}`)}</StatusBadge>;
}
