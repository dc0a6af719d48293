import { useTranslation } from 'react-i18next';
import type { SettingsState as State } from '../gql/schema.ts';
import { StatusBadge, type StatusTone } from './StatusBadge.tsx';

const tones: Record<State, StatusTone> = {
  PENDING: 'warning',
  FAILED: 'danger',
  VOID: 'void',
  CURRENT: 'success',
  DEFAULTS: 'neutral',
  NONE: 'neutral',
};

/** The state of the settings of a device as a badge; nothing when none are known, or without a device (null). */
export function SettingsState({ state }: { state: State | null }) {
  const { t } = useTranslation('device-index');
  return state === null || state === 'NONE' ? null : (
    <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>
  );
}
