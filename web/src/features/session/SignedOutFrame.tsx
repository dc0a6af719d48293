import { Box, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import { Activity } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The narrow page of the routes without a session: title, form and disclaimer. */
export function SignedOutFrame(props: { portal: string; title: string; language: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('session');
  return (
    <Box
      as="main"
      minH="100dvh"
      display="flex"
      flexDirection="column"
      alignItems="center"
      px="4"
      py={{ base: '6', sm: '16' }}
    >
      <Stack width="full" maxW="400px" gap="6">
        <HStack justify="space-between">
          <HStack gap="2" color="teal.fg">
            <Activity size={24} aria-hidden="true" />
            <Text fontWeight="semibold" fontSize="md">
              {props.portal}
            </Text>
          </HStack>
          {props.language}
        </HStack>
        <Box bg="bg.panel" borderWidth="1px" borderRadius="l3" p="6">
          <Heading as="h1" size="md" mb="5">
            {props.title}
          </Heading>
          {props.children}
        </Box>
        <Text textStyle="xs" color="fg.muted">
          {t('notDevice')}
        </Text>
      </Stack>
    </Box>
  );
}
