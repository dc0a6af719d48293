import { Suspense, type ComponentType } from 'react';
import { Outlet, type RouteObject } from 'react-router';
import { NavigationGuard } from '../components/NavigationGuard.tsx';
import { withPageTexts } from '../lib/i18n.ts';
import { frameFirst } from './frameFirst.tsx';
import { RouteError } from './RouteError.tsx';

/** Returns the routes of pages without the frame, each with the texts of the pages. */
const withTexts = (routes: (RouteObject & { lazy: () => Promise<{ Component: ComponentType }> })[]): RouteObject[] =>
  routes.map((route) => ({ ...route, lazy: withPageTexts(route.lazy) }));

/**
 * The same for pages with texts that come later. Not around all pages: a boundary hides what is in it, also the dialog
 * that is open, while a part waits for its texts.
 */
const withLaterTexts = (routes: Parameters<typeof withTexts>[0]): RouteObject[] => [
  {
    element: (
      <Suspense>
        <Outlet />
      </Suspense>
    ),
    children: withTexts(routes),
  },
];

/** All pages of the client. Each but the home page is its own chunk, loaded when first opened. */
export const routes: RouteObject[] = [
  {
    element: (
      <NavigationGuard>
        <Outlet />
      </NavigationGuard>
    ),
    errorElement: <RouteError />,
    hydrateFallbackElement: <></>,
    children: [
      {
        lazy: async () => ({ Component: (await import('./signedIn.ts')).DataProvider }),
        children: [
          ...withTexts([
            {
              path: '/verify-login',
              lazy: async () => ({ Component: (await import('../pages/VerifyLoginPage.tsx')).VerifyLoginPage }),
            },
            {
              path: '/forgot-password',
              lazy: async () => ({ Component: (await import('../pages/ForgotPasswordPage.tsx')).ForgotPasswordPage }),
            },
            {
              path: '/reset-password',
              lazy: async () => ({ Component: (await import('../pages/LinkPasswordPage.tsx')).ResetPasswordPage }),
            },
            {
              path: '/accept-invitation',
              lazy: async () => ({ Component: (await import('../pages/LinkPasswordPage.tsx')).AcceptInvitationPage }),
            },
          ]),
          {
            lazy: async () => ({ Component: (await import('./signedIn.ts')).SessionGate }),
            children: [
              ...withLaterTexts([
                {
                  path: '/reports/icode',
                  lazy: async () => ({ Component: (await import('../pages/ICodePrintPage.tsx')).ICodePrintPage }),
                },
                {
                  path: '/reports/compliance',
                  lazy: async () => ({
                    Component: (await import('../pages/CompliancePrintPage.tsx')).CompliancePrintPage,
                  }),
                },
                {
                  path: '/reports/usage',
                  lazy: async () => ({ Component: (await import('../pages/UsagePrintPage.tsx')).UsagePrintPage }),
                },
                {
                  path: '/verify/:code',
                  lazy: async () => ({
                    Component: (await import('../pages/ComplianceReportPage.tsx')).ComplianceReportPage,
                  }),
                },
              ]),
              {
                lazy: async () => ({ Component: (await import('./signedIn.ts')).Shell }),
                children: [
                  {
                    // A page that fails keeps its frame, so that the user can continue elsewhere.
                    errorElement: <RouteError />,
                    children: frameFirst([
                      {
                        index: true,
                        lazy: async () => ({ Component: (await import('./signedIn.ts')).DashboardPage }),
                      },
                      {
                        path: '/follow-ups',
                        lazy: async () => ({ Component: (await import('../pages/FollowUpsPage.tsx')).FollowUpsPage }),
                      },
                      {
                        path: '/patients',
                        lazy: async () => ({ Component: (await import('../pages/PatientsPage.tsx')).PatientsPage }),
                      },
                      {
                        path: '/patients/:id',
                        lazy: async () => ({ Component: (await import('../pages/PatientPage.tsx')).PatientPage }),
                      },
                      {
                        path: '/patients/:patient/devices/:history/settings',
                        lazy: async () => ({
                          Component: (await import('../pages/DeviceSettingsPage.tsx')).DeviceSettingsPage,
                        }),
                      },
                      {
                        path: '/machines',
                        lazy: async () => ({ Component: (await import('../pages/MachinesPage.tsx')).MachinesPage }),
                      },
                      {
                        path: '/devices',
                        lazy: async () => ({ Component: (await import('../pages/DevicesPage.tsx')).DevicesPage }),
                      },
                      ...['/machines/:id', '/org-device/:serial/:guid', '/devices/:serial/:guid'].map((path) => ({
                        path,
                        lazy: async () => ({ Component: (await import('../pages/MachinePage.tsx')).MachinePage }),
                      })),
                      {
                        path: '/icode-reports',
                        lazy: async () => ({
                          Component: (await import('../pages/ICodeReportsPage.tsx')).ICodeReportsPage,
                        }),
                      },
                      {
                        path: '/org-messages',
                        lazy: async () => ({
                          Component: (await import('../pages/OrgMessagesPage.tsx')).OrgMessagesPage,
                        }),
                      },
                      {
                        path: '/support/suppressed-emails',
                        lazy: async () => ({
                          Component: (await import('../pages/SuppressedEmailsPage.tsx')).SuppressedEmailsPage,
                        }),
                      },
                      {
                        path: '/trusted-domains',
                        lazy: async () => ({
                          Component: (await import('../pages/TrustedDomainsPage.tsx')).TrustedDomainsPage,
                        }),
                      },
                      {
                        path: '/announcements',
                        lazy: async () => ({
                          Component: (await import('../pages/AnnouncementsPage.tsx')).AnnouncementsPage,
                        }),
                      },
                      {
                        path: '/hand-offs',
                        lazy: async () => ({ Component: (await import('../pages/HandOffsPage.tsx')).HandOffsPage }),
                      },
                      {
                        path: '/hand-offs/:id',
                        lazy: async () => ({ Component: (await import('../pages/HandOffPage.tsx')).HandOffPage }),
                      },
                      {
                        path: '/mobile-users',
                        lazy: async () => ({
                          Component: (await import('../pages/MobileUsersPage.tsx')).MobileUsersPage,
                        }),
                      },
                      {
                        path: '/uploads',
                        lazy: async () => ({ Component: (await import('../pages/UploadsPage.tsx')).UploadsPage }),
                      },
                      {
                        path: '/uploads/:id',
                        lazy: async () => ({ Component: (await import('../pages/UploadPage.tsx')).UploadPage }),
                      },
                      {
                        path: '/quick/info',
                        lazy: async () => ({ Component: (await import('../pages/CardInfoPage.tsx')).CardInfoPage }),
                      },
                      {
                        path: '/verify',
                        lazy: async () => ({
                          Component: (await import('../pages/VerifyReportPage.tsx')).VerifyReportPage,
                        }),
                      },
                      {
                        path: '/users',
                        lazy: async () => ({ Component: (await import('../pages/UsersPage.tsx')).UsersPage }),
                      },
                      {
                        path: '/orgs',
                        lazy: async () => ({
                          Component: (await import('../pages/OrganizationsPage.tsx')).OrganizationsPage,
                        }),
                      },
                      {
                        path: '/orgs/:id',
                        lazy: async () => ({
                          Component: (await import('../pages/OrganizationPage.tsx')).OrganizationPage,
                        }),
                      },
                      {
                        path: '/migrations/:id',
                        lazy: async () => ({ Component: (await import('../pages/MigrationPage.tsx')).MigrationPage }),
                      },
                      {
                        path: '/orgs/:orgId/users',
                        lazy: async () => ({ Component: (await import('../pages/UsersPage.tsx')).UsersPage }),
                      },
                      {
                        path: '/settings',
                        lazy: async () => ({ Component: (await import('../pages/SettingsPage.tsx')).SettingsPage }),
                      },
                      {
                        path: '/account/security',
                        lazy: async () => ({ Component: (await import('../pages/SecurityPage.tsx')).SecurityPage }),
                      },
                      {
                        path: '/users/:id',
                        lazy: async () => ({ Component: (await import('../pages/UserPage.tsx')).UserPage }),
                      },
                      {
                        path: '/support/activity-logs',
                        lazy: async () => ({ Component: (await import('../pages/ActivityPage.tsx')).ActivityPage }),
                      },
                      {
                        path: '/security-events',
                        // In the file of the other log: each file that a route names is sent with the first page.
                        lazy: async () => ({
                          Component: (await import('../pages/ActivityPage.tsx')).SecurityEventsPage,
                        }),
                      },
                      {
                        path: '/installation',
                        // As above.
                        lazy: async () => ({
                          Component: (await import('../pages/ActivityPage.tsx')).InstallationPage,
                        }),
                      },
                      {
                        path: '/support/roles',
                        lazy: async () => ({ Component: (await import('../pages/RolesPage.tsx')).RolesPage }),
                      },
                      {
                        path: '/support/roles/:id',
                        lazy: async () => ({ Component: (await import('../pages/RolePage.tsx')).RolePage }),
                      },
                      {
                        path: '/graphiql',
                        lazy: async () => ({ Component: (await import('../pages/GraphiqlPage.tsx')).GraphiqlPage }),
                      },
                      {
                        path: '*',
                        lazy: async () => ({ Component: (await import('../pages/NotFoundPage.tsx')).NotFoundPage }),
                      },
                    ]),
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
];
