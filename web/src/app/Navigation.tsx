import { Box, chakra, HStack, Stack, Text } from '@chakra-ui/react';
import {
  Activity,
  Cpu,
  FileDigit,
  House,
  MonitorSmartphone,
  MessageSquare,
  SquareTerminal,
  UserCog,
  Users,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { Tooltip } from '../components/Tooltip.tsx';
import { portalName } from '../lib/portalName.ts';
import { urls } from '../lib/urls.ts';
import { useViewer } from '../lib/viewer.ts';

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
  const entry = { collapsed: props.collapsed, onNavigate: props.onNavigate };

  return (
    <Box as="nav" aria-label={t('navigation')}>
      <HStack gap="3" px="2" mb="4" minH="8" color="teal.fg">
        <Activity size={22} aria-hidden="true" />
        {props.collapsed ? null : (
          <Text fontWeight="semibold" fontSize="16px">
            {portalName()}
          </Text>
        )}
      </HStack>
      <Group label={t('work')} collapsed={props.collapsed}>
        <Entry {...entry} to={urls.home} icon={House} label={t('home')} exact />
        <Entry {...entry} to={urls.patients} icon={Users} label={t('patients')} />
        <Entry {...entry} to={urls.machines} icon={Cpu} label={t('machines')} />
        {viewer.viewerCanListDevices ? (
          <Entry {...entry} to={urls.devices} icon={MonitorSmartphone} label={t('devices')} />
        ) : null}
        <Entry {...entry} to={urls.icodeReports} icon={FileDigit} label={t('icodeReports')} />
        {viewer.viewerCanListUsers ? <Entry {...entry} to={urls.users} icon={UserCog} label={t('users')} /> : null}
      </Group>
      {viewer.viewerCanSendOrgMessages ? (
        <Group label={t('support')} collapsed={props.collapsed}>
          <Entry {...entry} to={urls.orgMessages} icon={MessageSquare} label={t('orgMessages')} />
        </Group>
      ) : null}
      {viewer.viewerCanUseGraphiql ? (
        <Group label={t('developer')} collapsed={props.collapsed}>
          <Entry {...entry} to={urls.graphiql} icon={SquareTerminal} label={t('graphiql')} outside />
        </Group>
      ) : null}
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

function Entry(props: {
  to: string;
  icon: LucideIcon;
  label: string;
  collapsed?: boolean;
  onNavigate?: () => void;
  /** A separate page, outside this client's router. */
  outside?: boolean;
  /** Current on exactly this address, not on those below it. */
  exact?: boolean;
}) {
  const { icon: Icon, label, collapsed } = props;
  const link = (
    <RouterLink
      to={props.to}
      end={props.exact}
      reloadDocument={props.outside}
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
