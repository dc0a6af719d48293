import { Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import type { ICodeReader, ICodeReadingWay } from '../../gql/schema.ts';

/** Who read a code and how, below its date; nothing when neither was recorded. */
export function ReadingText({ readBy, readHow }: { readBy: ICodeReader | null; readHow: ICodeReadingWay | null }) {
  const { t } = useTranslation('icode-reports');
  const parts = [readBy && t(`reading.by.${readBy}`), readHow && t(`reading.how.${readHow}`)].filter(Boolean);
  return parts.length > 0 ? (
    <Text as="span" display="block" fontSize="xs" color="fg.muted" whiteSpace="normal" minW="9ch">
      {parts.join(', ')}
    </Text>
  ) : null;
}
