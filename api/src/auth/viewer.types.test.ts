import { describe, expect, test } from '@jest/globals';
import { viewerWith } from '../../test/viewer.ts';
import type { Permission } from './permissions.ts';
import { viewerOf, type ViewerType } from './viewer.types.ts';

const viewer = (host: 'org' | 'support', permissions: Permission[]): ViewerType =>
  viewerOf(viewerWith({ host, permissions }));

type Field = Extract<keyof ViewerType, `viewerCan${string}`>;

/** The permission alone gives the field, on this portal. */
const granted: [Field, 'org' | 'support', Permission][] = [
  ['viewerCanReadPatients', 'org', 'view.patient'],
  ['viewerCanReadPatients', 'org', 'viewAny.patient'],
  ['viewerCanCreatePatient', 'org', 'create.patient'],
  ['viewerCanListDevices', 'org', 'org.user.device'],
  ['viewerCanListDevices', 'support', 'support.user.device'],
  ['viewerCanListDevices', 'org', 'viewAny.device'],
  ['viewerCanCreateUsers', 'org', 'create.user'],
  ['viewerCanInviteUsers', 'org', 'update.user.invitation'],
  ['viewerCanListUsers', 'org', 'view.user'],
  ['viewerCanListOrganizations', 'support', 'viewAny.org'],
  ['viewerCanMigrateOrganizations', 'support', 'migrate.org'],
  ['viewerCanCreateOrganizations', 'support', 'create.org'],
  ['viewerCanSwitchOrganization', 'support', 'viewAny.org'],
  ['viewerCanViewRoles', 'support', 'viewAll.role'],
  ['viewerCanReadActivity', 'support', 'viewAny.activity'],
  ['viewerCanUploadICodes', 'org', 'upload.device.icode'],
  ['viewerCanUploadCards', 'org', 'upload.device.usage'],
  ['viewerCanSendOrgMessages', 'support', 'send.org.message'],
  ['viewerCanUpdateOrganizationSettings', 'org', 'update.org.settings'],
  ['viewerCanManageTrustedDomains', 'org', 'update.org.settings'],
  ['viewerCanManageAnnouncements', 'support', 'update.announcement'],
  ['viewerCanListMobileUsers', 'org', 'view.mobile_user'],
  ['viewerCanUseHandOffs', 'org', 'request.patient'],
  ['viewerCanUseGraphiql', 'org', 'view.graphiql'],
  ['viewerCanExportPatients', 'org', 'export.patient'],
  ['viewerCanExportDevices', 'org', 'export.device'],
  ['viewerCanExportUsers', 'org', 'export.user'],
  ['viewerCanListUsers', 'support', 'viewAny.user'],
  ['viewerCanViewAnyUser', 'support', 'viewAny.user'],
];
const fields: Field[] = [
  'viewerCanReadPatients',
  'viewerCanCreatePatient',
  'viewerCanListDevices',
  'viewerCanCreateUsers',
  'viewerCanInviteUsers',
  'viewerCanListUsers',
  'viewerCanListOrganizations',
  'viewerCanMigrateOrganizations',
  'viewerCanCreateOrganizations',
  'viewerCanSwitchOrganization',
  'viewerCanViewRoles',
  'viewerCanReadActivity',
  'viewerCanUploadICodes',
  'viewerCanUploadCards',
  'viewerCanSendOrgMessages',
  'viewerCanUpdateOrganizationSettings',
  'viewerCanManageTrustedDomains',
  'viewerCanManageAnnouncements',
  'viewerCanListMobileUsers',
  'viewerCanUseHandOffs',
  'viewerCanUseGraphiql',
  'viewerCanExportPatients',
  'viewerCanExportDevices',
  'viewerCanExportUsers',
  'viewerCanViewAnyUser',
];
const shown = (of: ViewerType) => fields.filter((field) => of[field]);

describe('what a viewer may do', () => {
  test.each(granted)(
    '%s is true on the %s portal with %s alone, and only fields that it gives',
    (_field, host, permission) => {
      const given = granted.filter((row) => row[1] === host && row[2] === permission);
      expect(shown(viewer(host, [permission]))).toEqual(given.map(([field]) => field));
    },
  );

  test.each<['org' | 'support', Permission]>([
    ['org', 'support.user.device'],
    ['support', 'org.user.device'],
    ['org', 'send.org.message'],
    ['org', 'update.announcement'],
    ['org', 'viewAny.org'],
    ['org', 'update.device'],
  ])('on the %s portal %s gives nothing of it', (host, permission) => {
    expect(shown(viewer(host, [permission]))).toEqual([]);
  });

  test.each(['org', 'support'] as const)('without permissions nothing is true on the %s portal', (host) => {
    expect(shown(viewer(host, []))).toEqual([]);
  });
});
