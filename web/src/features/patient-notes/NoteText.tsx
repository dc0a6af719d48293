import { Box, Button } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Letters and lines from which on a note is shown in part. */
const manyLetters = 700;
const manyLines = 10;

/** The plain text of a note with its line breaks, in the direction of its first letter. A long one is shown in part first. */
export function NoteText({ text, whole = false }: { text: string; whole?: boolean }) {
  const { t } = useTranslation('patient-notes');
  const [isWhole, setWhole] = useState(whole);
  const isLong = text.length > manyLetters || text.split('\n').length > manyLines;
  return (
    <>
      <Box
        dir="auto"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        lineClamp={isLong && !isWhole ? manyLines : undefined}
      >
        {text}
      </Box>
      {isLong && !whole ? (
        <Button size="xs" variant="plain" px="0" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {t(isWhole ? 'showLess' : 'showAll')}
        </Button>
      ) : null}
    </>
  );
}
