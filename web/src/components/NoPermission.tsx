import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './EmptyState.tsx';

/** A page or panel that the viewer may not see, with who can change that. */
export function NoPermission() {
  const { t } = useTranslation('components');
  return <EmptyState icon={Lock} text={t('noPermission')} />;
}
