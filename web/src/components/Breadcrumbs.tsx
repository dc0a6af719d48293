import { Box, HStack } from '@chakra-ui/react';
import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { addressOf, isNarrowed, useVisitedList } from '../lib/visitedLists.ts';
import { TextLink } from './TextLink.tsx';

/** A page above the current one. */
export interface Crumb {
  to: string;
  label: string;
}

/** The way to a page: the pages above it as links, then its own name. */
export function Breadcrumbs({ above, here }: { above: readonly Crumb[]; here: string }) {
  const { t } = useTranslation('components');
  return (
    <Box as="nav" aria-label={t('breadcrumbs.label')} className="no-print" fontSize="dense" minW="0">
      <HStack as="ol" gap="1.5" flexWrap="wrap" listStyleType="none" color="fg.muted">
        {above.map(({ to, label }) => (
          <Fragment key={to}>
            <li>
              <TextLink to={to}>{label}</TextLink>
            </li>
            <ChevronRight size={14} aria-hidden="true" />
          </Fragment>
        ))}
        <Box as="li" aria-current="page" overflowWrap="anywhere">
          {here}
        </Box>
      </HStack>
    </Box>
  );
}

/**
 * Returns the crumb of a list: back to the search, filters, order and page as the user left them, and to the page that
 * has the current row.
 */
export function useListCrumb(table: string, to: string, label: string): Crumb {
  const { t } = useTranslation('components');
  const { pathname } = useLocation();
  const list = useVisitedList(table);
  if (!list) return { to, label };
  return {
    to: addressOf(list, pathname),
    label: isNarrowed(list) ? t('breadcrumbs.filtered', { list: label }) : label,
  };
}
