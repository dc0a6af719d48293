import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { UploadState } from '../../gql/schema.ts';

const tones = {
  queued: 'neutral',
  parsing: 'info',
  to_confirm: 'warning',
  parsed: 'success',
  partly: 'warning',
  refused: 'danger',
} as const;

/** How far an upload or one of its files is. */
export function UploadStateBadge({ state }: { state: UploadState }) {
  const { t } = useTranslation('uploads');
  const name = state.toLowerCase() as Lowercase<UploadState>;
  return <StatusBadge tone={tones[name]}>{t(`state.${name}`)}</StatusBadge>;
}
