import { Box, VisuallyHidden } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { ErrorState } from '../components/ErrorState.tsx';
import { toaster } from '../components/Toaster.tsx';
import { NewAnnouncements } from '../features/announcements/NewAnnouncements.tsx';
import { OrgMessageListener } from '../features/org-messages/OrgMessageListener.tsx';
import { PasswordQuestion } from '../features/session/PasswordQuestion.tsx';
import { SessionEnd } from '../features/session/SessionEnd.tsx';
import { SessionOver } from '../features/session/SessionOver.tsx';
import { DateRangeProvider } from '../lib/dateRange.tsx';
import { takeFlash } from '../lib/flash.ts';
import { graphql } from '../lib/graphql.ts';
import { changeLanguage, withPageTexts } from '../lib/i18n.ts';
import { page } from '../lib/page.ts';
import { reloadServed } from '../lib/sessionGuard.ts';
import { loginUrl } from '../lib/urls.ts';
import { whatStays } from '../lib/whatStays.ts';
import { ViewerContext } from '../lib/viewer.ts';
import { useViewerQuery } from './gql/SessionGate.ts';

graphql(`
  query Viewer {
    viewer {
      locale
      roleLabels
      viewerCanReadPatients
      viewerCanCreatePatient
      viewerCanListDevices
      viewerCanCreateUsers
      viewerCanInviteUsers
      viewerCanListUsers
      viewerCanViewAnyUser
      viewerCanViewRoles
      viewerCanReadActivity
      viewerCanReadSecurityEvents
      viewerCanUploadICodes
      viewerCanUploadCards
      viewerCanSendOrgMessages
      viewerCanUpdateOrganizationSettings
      viewerCanListOrganizations
      viewerCanCreateOrganizations
      viewerCanMigrateOrganizations
      viewerCanSwitchOrganization
      viewerCanListSuppressedEmails
      viewerCanRemoveSuppressedEmail
      viewerCanReadInstallation
      viewerCanRunJobsAgain
      viewerCanManageServiceAccounts
      viewerCanManageTrustedDomains
      viewerCanManageAnnouncements
      viewerCanListMobileUsers
      viewerCanUseHandOffs
      viewerCanUseGraphiql
      viewerCanExportPatients
      viewerCanExportDevices
      viewerCanExportUsers
      exportNotice
      realtimeKey
      inboxUnreadCount
      newAnnouncements {
        id
        title
        body
        titleEs
        bodyEs
      }
      dismissedNotices {
        notice
        newsVersion
      }
      tablePreferences {
        table
        hiddenColumns
        columnOrder
        columnWidths {
          column
          width
        }
        pageSize
        density
      }
      user {
        id
        databaseId
        firstName
        lastName
        email
      }
      organization {
        id
        databaseId
        name
        type
        timezone
      }
      actingOrganization {
        id
        databaseId
        name
      }
    }
  }
`);

const loadSecondStep = withPageTexts(() => import('../features/two-factor/SecondStep.tsx'));

/** Renders its children with a viewer (useViewer). Without a session it opens the sign-in page, which returns here. */
export function SessionGate() {
  const { t, i18n } = useTranslation('components');
  const { pathname, search, hash } = useLocation();
  const { data, error, refetch } = useViewerQuery();
  // Before the answer, which empties the storages when the session has ended.
  const [kept] = useState(whatStays);
  const viewer = data?.viewer;
  const isSignedIn = Boolean(viewer);
  const isSignedOut = data !== undefined && !viewer;

  // Sign-in is a page of its own (src/sign-in): it does without this client.
  useEffect(() => {
    if (!isSignedOut) return;
    reloadServed();
    void import('../lib/emptyBrowser.ts')
      .then(({ emptyBrowser }) => emptyBrowser(kept))
      .finally(() => page.replace(loginUrl(pathname + search, hash)));
  }, [isSignedOut, kept, pathname, search, hash]);

  // Why the page was reloaded; without a session the sign-in page shows it. It stays until it is dismissed: within five
  // seconds after a reload the user may not be looking.
  useEffect(() => {
    const flash = isSignedIn && takeFlash();
    // A toast cannot be added while React renders.
    if (flash) queueMicrotask(() => toaster.error({ title: flash, duration: Infinity }));
  }, [isSignedIn]);

  // The language stored with the user overrides the one in this browser, but only when it loads or changes: the user's
  // next choice is shown at once, before the server has stored it.
  const locale = viewer?.locale;
  const applied = useRef<string>(undefined);
  useEffect(() => {
    if (!locale || applied.current === locale) return;
    applied.current = locale;
    void changeLanguage(i18n, locale.toLowerCase());
  }, [i18n, locale]);

  if (viewer) {
    return (
      <ViewerContext value={viewer}>
        <DateRangeProvider>
          <OrgMessageListener />
          <NewAnnouncements />
          <SessionOver loadSecondStep={loadSecondStep} />
          <SessionEnd />
          <PasswordQuestion />
          <Outlet />
        </DateRangeProvider>
      </ViewerContext>
    );
  }
  if (isSignedOut) return null;
  // The frame that index.html paints stays until there is something to show.
  if (!error) return <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>;
  return (
    <Box as="main" p="6" maxW="40rem" mx="auto">
      <ErrorState error={error} onRetry={() => void refetch()} />
    </Box>
  );
}
