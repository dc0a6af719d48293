import { HStack, IconButton, Text } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Tooltip } from '../../components/Tooltip.tsx';
import { formatCount } from '../../lib/numberLocale.ts';
import { usePatientNeighbors } from './usePatientNeighbors.ts';

/** The steps to the previous and the next patient of the list that the user came from. */
export function PatientNeighbors() {
  const { t } = useTranslation('patients');
  const neighbors = usePatientNeighbors();
  if (!neighbors) return null;
  const { position, total, previous, next } = neighbors;
  const n = formatCount(position);
  return (
    <HStack as="nav" aria-label={t('neighbors.label')} className="no-print" gap="1" ms="auto">
      <Text color="fg.muted" fontSize="dense" whiteSpace="nowrap">
        {total === null
          ? t('neighbors.position', { position: n })
          : t('neighbors.positionOf', { position: n, total: formatCount(total) })}
      </Text>
      <Step to={previous} label={t('neighbors.previous')} icon={<ChevronLeft />} />
      <Step to={next} label={t('neighbors.next')} icon={<ChevronRight />} />
    </HStack>
  );
}

/** One step. It stays a link where there is no patient, so that the keyboard keeps its place at the ends of the list. */
function Step({ to, label, icon }: { to: string | undefined; label: string; icon: React.ReactNode }) {
  return (
    <Tooltip content={label}>
      <IconButton asChild variant="ghost" size="xs">
        <Link
          to={to ?? ''}
          aria-label={label}
          aria-disabled={to === undefined}
          onClick={(event) => {
            if (to === undefined) event.preventDefault();
          }}
        >
          {icon}
        </Link>
      </IconButton>
    </Tooltip>
  );
}
