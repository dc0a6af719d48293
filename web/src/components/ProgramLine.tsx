import { HStack, Link, Stack, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './CopyButton.tsx';

/** Served by the API: no page of the client. */
const DEVELOPERS = '/developers';

/** A command with which a program begins, to copy, and the address of the documentation. */
export function ProgramLine({ title, line }: { title: string; line: string }) {
  const { t } = useTranslation('components');
  return (
    <Stack gap="1">
      <Text fontWeight="medium">{title}</Text>
      <HStack borderWidth="1px" borderRadius="l2" px="3" py="2" bg="bg.subtle" justify="space-between">
        <Text as="pre" fontFamily="mono" textStyle="sm" whiteSpace="pre-wrap" wordBreak="break-all">
          {line}
        </Text>
        <CopyButton value={line} label={t('programLine.copy')} />
      </HStack>
      <Text>
        {t('programLine.documentation')}{' '}
        <Link
          href={DEVELOPERS}
          target="_blank"
          color="teal.fg"
          textDecoration="underline"
          textUnderlineOffset="3px"
          wordBreak="break-all"
        >
          {window.location.origin + DEVELOPERS}
        </Link>
      </Text>
    </Stack>
  );
}
