import { VisuallyHidden } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';

/** The mark of a row that just changed (rowCss.ts) in words, for screen readers. */
export function ChangedMark() {
  const { t } = useTranslation('rows');
  return <VisuallyHidden> {t('mark')}</VisuallyHidden>;
}
