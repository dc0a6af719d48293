import { Box, chakra, HStack, Stack, Text } from '@chakra-ui/react';
import { Activity } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { Tooltip } from '../components/Tooltip.tsx';
import { portalName } from '../lib/portalName.ts';
import { useViewer } from '../lib/viewer.ts';
import { groupedPlaces, type Place } from './places.ts';

const RouterLink = chakra(NavLink, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: '10',
    px: '2.5',
    borderRadius: 'l2',
    color: 'fg',
    _hover: { bg: 'bg.muted' },
    _currentPage: { bg: 'teal.subtle', color: 'teal.fg', fontWeight: 'medium' },
  },
});

/** The parts of the product that the viewer may open. */
export function Navigation(props: { collapsed?: boolean; onNavigate?: () => void }) {
  const { t } = useTranslation('shell');
  const viewer = useViewer();

  return (
    <Box as="nav" aria-label={t('navigation')}>
      <HStack gap="3" px="2" mb="4" minH="8" color="teal.fg">
        <Activity size={22} aria-hidden="true" />
        {props.collapsed ? null : (
          <Text fontWeight="semibold" fontSize="md">
            {portalName()}
          </Text>
        )}
      </HStack>
      {groupedPlaces(viewer).map(({ group, places }) => (
        <Group key={group} label={t(group)} collapsed={props.collapsed}>
          {places.map((place) => (
            <Entry
              key={place.to}
              place={place}
              label={t(place.name)}
              collapsed={props.collapsed}
              onNavigate={props.onNavigate}
            />
          ))}
        </Group>
      ))}
    </Box>
  );
}

function Group({ label, collapsed, children }: { label: string; collapsed?: boolean; children: ReactNode }) {
  return (
    <Box mb="4">
      {collapsed ? null : (
        <Text textStyle="xs" color="fg.muted" px="2.5" mb="1" aria-hidden="true">
          {label}
        </Text>
      )}
      <Stack as="ul" gap="1" listStyleType="none" aria-label={label}>
        {children}
      </Stack>
    </Box>
  );
}

function Entry(props: { place: Place; label: string; collapsed?: boolean; onNavigate?: () => void }) {
  const { place, label, collapsed } = props;
  const Icon = place.icon;
  const link = (
    <RouterLink
      to={place.to}
      end={place.exact}
      reloadDocument={place.outside}
      onClick={props.onNavigate}
      aria-label={collapsed ? label : undefined}
      justifyContent={collapsed ? 'center' : 'flex-start'}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      {collapsed ? null : label}
    </RouterLink>
  );
  return <li>{collapsed ? <Tooltip content={label}>{link}</Tooltip> : link}</li>;
}
