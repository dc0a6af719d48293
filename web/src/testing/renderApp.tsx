import { ApolloClient, ApolloLink } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { MockLink } from '@apollo/client/testing';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { print } from 'graphql';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router';
import { createCache } from '../app/apollo.ts';
import { ViewerDocument } from '../app/gql/SessionGate.ts';
import { newsVersion } from '../gql/newsVersion.ts';
import { createI18n } from '../lib/i18n.ts';
import type { Language } from '../lib/language.ts';
import { NavigationGuard } from '../components/NavigationGuard.tsx';
import { Providers } from '../app/Providers.tsx';
// Loaded here, so that no test waits for what a user does not notice.
import '../components/ConfirmQuestion.tsx';
import '../components/ToasterRegion.tsx';
import { DateRangeProvider } from '../lib/dateRange.tsx';
import { ViewerContext, type Viewer } from '../lib/viewer.ts';
import { countOpenRequests } from './openRequests.ts';
import { loadTexts } from './texts.ts';

type Gate = Extract<keyof Viewer, `viewerCan${string}`>;
const GRANTED: readonly string[] = [
  'viewerCanReadPatients',
  'viewerCanListDevices',
  'viewerCanUploadICodes',
  'viewerCanUploadCards',
  'viewerCanUseGraphiql',
  'viewerCanExportPatients',
  'viewerCanExportDevices',
] satisfies Gate[];
/** Each field of this kind that the session gate asks for. */
const asked = Object.fromEntries(
  print(ViewerDocument)
    .match(/\bviewerCan\w+/g)!
    .map((name) => [name, GRANTED.includes(name)]),
) as Record<Gate, boolean>;

/** A staff user of an equipment provider who may do everything in this part of the product. */
export const testViewer: Viewer = {
  __typename: 'Viewer',
  locale: 'EN',
  roleLabels: ['Administrator'],
  ...asked,
  exportNotice: null,
  realtimeKey: null,
  inboxUnreadCount: 0,
  newAnnouncements: [],
  dismissedNotices: [{ __typename: 'DismissedNotice', notice: 'NEWS', newsVersion }],
  tablePreferences: [],
  user: {
    __typename: 'User',
    id: 'VXNlcjox',
    databaseId: 1,
    firstName: 'Dana',
    lastName: 'Reyes',
    email: 'ep.admin@demo.airlog.test',
  },
  organization: {
    __typename: 'Organization',
    id: 'T3JnYW5pemF0aW9uOjE=',
    databaseId: 1,
    name: 'Northside Respiratory',
    type: 'Equipment Provider',
    timezone: 'America/New_York',
  },
  actingOrganization: null,
};

interface RenderOptions {
  mocks?: readonly MockLink.MockedResponse[];
  /** The initial address of the test. */
  path?: string;
  /** The element's route pattern, for useParams: '/patients/:id'. Other addresses show their path. */
  route?: string;
  /** Replaces the single element: the whole route table. */
  routes?: RouteObject[];
  /** Null renders outside the session gate. */
  viewer?: Viewer | null;
  language?: Language;
}

/**
 * Renders as the application does: theme, texts, router, confirmations, toasts, the viewer, and an Apollo client with
 * data masking that answers from `mocks` ({ request: { query: XDocument, variables }, result: { data } }). Returns the
 * result of Testing Library's render, with `user`, `client`, `router` and `quiet`, which waits until no request is open
 * and the work that follows from the last answer is done.
 */
export async function renderApp(element: ReactElement | null, options: RenderOptions = {}) {
  const { mocks = [], path = '/', route = '*', viewer = testViewer, language = 'en' } = options;
  const { link, quiet } = countOpenRequests();
  const client = new ApolloClient({
    cache: createCache(),
    link: ApolloLink.from([link, new MockLink(mocks)]),
    dataMasking: true,
  });
  const i18n = await createI18n(language, loadTexts);
  const inside = viewer ? (
    <ViewerContext value={viewer}>
      <DateRangeProvider>{element}</DateRangeProvider>
    </ViewerContext>
  ) : (
    element
  );
  const guarded = <NavigationGuard>{inside}</NavigationGuard>;
  const elsewhere: RouteObject[] = route === '*' ? [] : [{ path: '*', element: null }];
  const router = createMemoryRouter(options.routes ?? [{ path: route, element: guarded }, ...elsewhere], {
    initialEntries: [path],
  });
  const view = render(
    <Providers i18n={i18n}>
      <ApolloProvider client={client}>
        <RouterProvider router={router} useTransitions={false} />
      </ApolloProvider>
    </Providers>,
  );
  return { ...view, user: userEvent.setup(), client, router, i18n, quiet };
}
