import { Button, HStack } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';

/** Prev and Next of a list inside a page or a dialog, when it has more than one page. */
export function Pager(props: {
  label: string;
  page: number;
  last: number;
  loading: boolean;
  onPage: (page: number) => void;
}) {
  const { t } = useTranslation('usage-dates');
  const { page, last, loading, onPage } = props;
  if (last <= 1) return null;
  return (
    <HStack as="nav" aria-label={props.label} gap="2" mt="3">
      <Button size="xs" variant="outline" disabled={page <= 1 || loading} onClick={() => onPage(page - 1)}>
        {t('previous')}
      </Button>
      <Button size="xs" variant="outline" disabled={page >= last || loading} onClick={() => onPage(page + 1)}>
        {t('next')}
      </Button>
    </HStack>
  );
}
