import { Box, Heading, HStack, Text } from '@chakra-ui/react';
import { useEffect, type ReactNode } from 'react';
import { setTabTitle } from '../lib/portalName.ts';

/**
 * A page's h1 with its meta line and primary action. Also sets the tab's title ("Patients · Airlog"); `tabTitle` when
 * the heading is not plain text or the tab shows more (Serial · Patient · Organization).
 */
export function PageHeader(props: { title: string; tabTitle?: string; meta?: ReactNode; action?: ReactNode }) {
  const tabTitle = props.tabTitle ?? props.title;
  useEffect(() => {
    setTabTitle(tabTitle);
  }, [tabTitle]);
  return (
    <HStack justify="space-between" align="flex-start" gap="4" mb="4" flexWrap="wrap">
      <Box minW="0">
        <Heading as="h1" size="xl">
          {props.title}
        </Heading>
        {props.meta ? (
          <Text as="div" color="fg.muted" mt="0.5">
            {props.meta}
          </Text>
        ) : null}
      </Box>
      {props.action}
    </HStack>
  );
}
