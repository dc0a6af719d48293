import { Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';

/** What happens with the data of a card (document 001, section 2). */
export function CardNotes() {
  const { t } = useTranslation('uploads');
  return (
    <>
      <Text>{t('sd.minutes')}</Text>
      <Text>{t('sd.kept')}</Text>
      <Text>{t('sd.priority')}</Text>
    </>
  );
}
