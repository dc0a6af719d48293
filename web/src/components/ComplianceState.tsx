import { useTranslation } from 'react-i18next';
import type { ComplianceState as State } from '../gql/schema.ts';
import { StatusBadge, type StatusTone } from './StatusBadge.tsx';

const tones: Record<State, StatusTone> = {
  MET: 'success',
  IN_PROGRESS: 'info',
  AT_RISK: 'warning',
  CANNOT_BE_MET: 'danger',
  NOT_MET: 'danger',
  NO_THERAPY_START: 'neutral',
};

/** A state under the compliance rule as a badge; nothing until it is computed (null). */
export function ComplianceState({ state }: { state: State | null }) {
  const { t } = useTranslation('compliance');
  return state && <StatusBadge tone={tones[state]}>{t(`states.${state}`)}</StatusBadge>;
}
