import { HStack } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../components/StatusBadge.tsx';

/** The status of an organization: a green badge for an active one, a red one for an inactive one (document 001, section 4). */
export function OrganizationStatus({ active, draft = false }: { active: boolean; draft?: boolean }) {
  const { t } = useTranslation('organizations');
  return (
    <HStack gap="2" flexWrap="wrap">
      <StatusBadge tone={active ? 'success' : 'danger'}>{t(active ? 'active' : 'inactive')}</StatusBadge>
      {draft ? <StatusBadge tone="neutral">{t('draft')}</StatusBadge> : null}
    </HStack>
  );
}
