import { useTranslation } from 'react-i18next';
import { StatusBadge, type StatusTone } from './StatusBadge.tsx';

const TONES = {
  OPEN: 'warning',
  ACCEPTED: 'success',
  REFUSED: 'danger',
  WITHDRAWN: 'neutral',
  EXPIRED: 'neutral',
} as const satisfies Record<string, StatusTone>;

export type HandOffState = keyof typeof TONES;

/** How far a request of a hand-off is. */
export function HandOffStateBadge({ state }: { state: HandOffState }) {
  const { t } = useTranslation('hand-offs');
  return <StatusBadge tone={TONES[state]}>{t(`states.${state}`)}</StatusBadge>;
}
