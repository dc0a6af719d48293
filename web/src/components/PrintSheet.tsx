import { Global } from '@emotion/react';
import { Alert, Box, Button, Heading, HStack, Text } from '@chakra-ui/react';
import { Activity, Printer } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant, zoneName } from '../lib/dates.ts';
import { useViewer } from '../lib/viewer.ts';
import { portalName } from '../lib/portalName.ts';
import { printStyles } from './printStyles.ts';
import { useLightPage } from './useLightPage.ts';

/**
 * The paper of a report: portal, heading, content, and a footer with author and time. `title` is the name of the tab and
 * so of the saved file; it is also at the foot of each page.
 */
export function PrintSheet(props: {
  heading: string;
  title: string;
  printable: boolean;
  /** Further buttons; they are not printed. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation('components');
  useLightPage();
  useEffect(() => {
    document.title = props.title;
  }, [props.title]);

  return (
    <Box
      as="main"
      maxW="216mm"
      mx="auto"
      my={{ base: '0', md: '6' }}
      p={{ base: '4', md: '12mm' }}
      bg="white"
      _print={{ margin: '0', padding: '0', maxWidth: 'none' }}
    >
      <Global styles={printStyles(props.title, t('print.page'), t('print.of'))} />
      <HStack justify="space-between" align="flex-start" mb="5">
        <Box>
          <HStack gap="2" color="teal.fg" mb="1">
            <Activity size={18} aria-hidden="true" />
            <Text fontWeight="semibold">{portalName()}</Text>
          </HStack>
          <Heading as="h1" size="xl">
            {props.heading}
          </Heading>
        </Box>
        <HStack className="no-print" gap="2" flexWrap="wrap" justify="flex-end">
          {props.actions}
          {props.printable ? (
            <Button onClick={() => window.print()}>
              <Printer />
              {t('print.print')}
            </Button>
          ) : null}
        </HStack>
      </HStack>
      {props.children}
    </Box>
  );
}

/** Explains the figures, says that the device reports them, and names author, place and time of the sheet. */
export function PrintFooter({ legend }: { legend: string }) {
  const { t } = useTranslation('components');
  const { user, organization } = useViewer();
  const [now] = useState(() => new Date().toISOString());
  const { timezone } = organization;
  return (
    <Box as="footer" mt="6" pt="3" borderTopWidth="1px" fontSize="xs" color="fg.muted" css={{ breakInside: 'avoid' }}>
      <Text mb="2">{legend}</Text>
      <Text mb="2" color="fg">
        {t('print.disclaimer')}
      </Text>
      <Text>
        {t('print.generated', {
          instant: formatInstant(now, timezone),
          zone: `${zoneName(now, timezone)} (${timezone})`,
          name: `${user.firstName} ${user.lastName}`,
          organization: organization.name,
        })}
      </Text>
    </Box>
  );
}

/** Why the sheet is empty, or shows less than requested. It is printed too. */
export function PrintNotice({ status, text }: { status: 'error' | 'warning'; text: string }) {
  return (
    <Alert.Root status={status} role="alert" mb="4">
      <Alert.Indicator />
      <Alert.Title fontWeight="normal">{text}</Alert.Title>
    </Alert.Root>
  );
}
