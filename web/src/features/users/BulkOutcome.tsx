import { Button, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../components/Modal.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { Outcomes } from './useBulkAct.ts';

/** What became of each user of an act on several: first those that were refused, with the reason. */
export function BulkOutcome({ outcomes, onClose }: { outcomes: Outcomes; onClose: () => void }) {
  const { t } = useTranslation('users');
  const done = outcomes.filter(({ refused }) => refused === null);
  const refused = outcomes.filter((outcome) => outcome.refused !== null);
  return (
    <Modal
      open
      onClose={onClose}
      title={t('bulk.outcome')}
      footer={<Button onClick={onClose}>{t('bulk.close')}</Button>}
    >
      <Text mb="3">{t('bulk.done', { done: done.length, total: outcomes.length })}</Text>
      <Stack as="ul" listStyleType="none" gap="2" aria-label={t('bulk.outcome')}>
        {[...refused, ...done].map((outcome) => (
          <Stack as="li" key={outcome.userId} direction="row" justify="space-between" gap="3">
            <Text overflowWrap="anywhere">{outcome.email}</Text>
            {outcome.refused === null ? (
              <StatusBadge tone="success" flexShrink="0">
                {t('bulk.ok')}
              </StatusBadge>
            ) : (
              <Text color="fg.error" textAlign="end">
                {outcome.refused}
              </Text>
            )}
          </Stack>
        ))}
      </Stack>
    </Modal>
  );
}
