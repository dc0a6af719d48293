import type { ParseKeys } from 'i18next';
import {
  ArrowLeftRight,
  Building2,
  Cpu,
  FileDigit,
  FileUp,
  House,
  MailX,
  Megaphone,
  MessageSquare,
  MonitorSmartphone,
  PhoneCall,
  Settings,
  ScrollText,
  ShieldCheck,
  Smartphone,
  SquareTerminal,
  UserCog,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { urls } from '../lib/urls.ts';
import type { Viewer } from '../lib/viewer.ts';

const GROUPS = ['work', 'admin', 'support', 'developer'] as const;

/** A part of the product: an entry of the navigation and of the command palette. */
export interface Place {
  to: string;
  icon: LucideIcon;
  /** Key of its name in the texts of the shell. */
  name: ParseKeys<'shell'>;
  group: (typeof GROUPS)[number];
  /** Whether the viewer may open it; everyone without it. */
  may?: (viewer: Viewer) => boolean;
  /** A separate page, outside this client's router. */
  outside?: boolean;
  /** Current on exactly this address, not on those below it. */
  exact?: boolean;
}

const PLACES: readonly Place[] = [
  { to: urls.home, icon: House, name: 'home', group: 'work', exact: true },
  {
    to: urls.followUps,
    icon: PhoneCall,
    name: 'followUps',
    group: 'work',
    may: ({ viewerCanReadPatients }) => viewerCanReadPatients,
  },
  { to: urls.patients, icon: Users, name: 'patients', group: 'work' },
  { to: urls.machines, icon: Cpu, name: 'machines', group: 'work' },
  {
    to: urls.devices,
    icon: MonitorSmartphone,
    name: 'devices',
    group: 'work',
    may: ({ viewerCanListDevices }) => viewerCanListDevices,
  },
  { to: urls.icodeReports, icon: FileDigit, name: 'icodeReports', group: 'work' },
  {
    to: urls.uploads,
    icon: FileUp,
    name: 'uploads',
    group: 'work',
    may: ({ viewerCanUploadCards }) => viewerCanUploadCards,
  },
  {
    to: urls.handOffs,
    icon: ArrowLeftRight,
    name: 'handOffs',
    group: 'work',
    may: ({ viewerCanUseHandOffs }) => viewerCanUseHandOffs,
  },
  {
    to: urls.mobileUsers,
    icon: Smartphone,
    name: 'mobileUsers',
    group: 'work',
    may: ({ viewerCanListMobileUsers }) => viewerCanListMobileUsers,
  },
  { to: urls.users, icon: UserCog, name: 'users', group: 'work', may: ({ viewerCanListUsers }) => viewerCanListUsers },
  {
    to: urls.organizations,
    icon: Building2,
    name: 'organizations',
    group: 'admin',
    may: ({ viewerCanListOrganizations }) => viewerCanListOrganizations,
  },
  {
    to: urls.settings,
    icon: Settings,
    name: 'settings',
    group: 'admin',
    may: ({ viewerCanUpdateOrganizationSettings }) => viewerCanUpdateOrganizationSettings,
  },
  {
    to: urls.trustedDomains,
    icon: ShieldCheck,
    name: 'trustedDomains',
    group: 'admin',
    may: ({ viewerCanManageTrustedDomains }) => viewerCanManageTrustedDomains,
  },
  {
    to: urls.securityEvents,
    icon: ScrollText,
    name: 'securityEvents',
    group: 'admin',
    may: ({ viewerCanReadSecurityEvents }) => viewerCanReadSecurityEvents,
  },
  {
    to: urls.orgMessages,
    icon: MessageSquare,
    name: 'orgMessages',
    group: 'support',
    may: ({ viewerCanSendOrgMessages }) => viewerCanSendOrgMessages,
  },
  {
    to: urls.announcements,
    icon: Megaphone,
    name: 'announcements',
    group: 'support',
    may: ({ viewerCanManageAnnouncements }) => viewerCanManageAnnouncements,
  },
  {
    to: urls.suppressedEmails,
    icon: MailX,
    name: 'suppressedEmails',
    group: 'support',
    may: ({ viewerCanListSuppressedEmails }) => viewerCanListSuppressedEmails,
  },
  {
    to: urls.roles,
    icon: ShieldCheck,
    name: 'roles',
    group: 'support',
    may: ({ viewerCanViewRoles }) => viewerCanViewRoles,
  },
  {
    to: urls.activityLogs,
    icon: ScrollText,
    name: 'activityLogs',
    group: 'support',
    may: ({ viewerCanReadActivity }) => viewerCanReadActivity,
  },
  {
    to: urls.installation,
    icon: Cpu,
    name: 'installation',
    group: 'support',
    may: ({ viewerCanReadInstallation }) => viewerCanReadInstallation,
  },
  {
    to: urls.graphiql,
    icon: SquareTerminal,
    name: 'graphiql',
    group: 'developer',
    may: ({ viewerCanUseGraphiql }) => viewerCanUseGraphiql,
    outside: true,
  },
];

/** Returns the parts of the product that the viewer may open, in the order of the navigation. */
export const placesOf = (viewer: Viewer): Place[] => PLACES.filter(({ may }) => may?.(viewer) ?? true);

/** Returns the same in groups; a group without a part is omitted. */
export const groupedPlaces = (viewer: Viewer): { group: Place['group']; places: Place[] }[] =>
  GROUPS.map((group) => ({ group, places: placesOf(viewer).filter((place) => place.group === group) })).filter(
    ({ places }) => places.length > 0,
  );
