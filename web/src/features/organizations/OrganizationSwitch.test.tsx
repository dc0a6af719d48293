import type { MockLink } from '@apollo/client/testing';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { page } from '../../lib/page.ts';
import { trackWork } from '../../lib/unsavedWork.ts';
import { openActivityChannel, tellOtherTabs } from '../../lib/userActivity.ts';
import { openChannel } from '../../testing/channel.ts';
import { renderApp, testViewer } from '../../testing/renderApp.tsx';
import { ActingBanner } from './ActingBanner.tsx';
import { RecentOrganizationsDocument } from './gql/SwitchOrganizationDialog.ts';
import { SwitchOrganizationDocument } from './gql/useActIn.ts';
import { FindOrganizationsDocument } from './gql/useOrganizationOptions.ts';
import { OrganizationSwitch } from './OrganizationSwitch.tsx';
// Loaded here, so that no test waits for what a user does not notice.
import './SwitchOrganizationDialog.tsx';

const harbor = { __typename: 'Organization' as const, id: 'o3', databaseId: 3, name: 'Harbor Home Care' };
const supporter = { ...testViewer, viewerCanSwitchOrganization: true };
const acting = { ...supporter, actingOrganization: harbor };
const entry = (id: string, name: string) => ({ __typename: 'Organization', id, name, type: 'Equipment Provider' });

const recent: MockLink.MockedResponse = {
  request: { query: RecentOrganizationsDocument },
  result: {
    data: {
      viewer: {
        __typename: 'Viewer',
        recentOrganizations: [entry('o3', 'Harbor Home Care'), entry('o1', 'Northside Respiratory')],
      },
    },
  },
};
const switched = (organizationId: string | null): MockLink.MockedResponse => ({
  request: { query: SwitchOrganizationDocument, variables: { input: { organizationId } } },
  result: {
    data: {
      switchOrganization: {
        __typename: 'SwitchOrganizationPayload',
        viewer: { __typename: 'Viewer', locale: 'EN' },
        userErrors: [],
      },
    },
  },
});

const open = jest.spyOn(page, 'open').mockImplementation(() => {});
const reload = jest.spyOn(page, 'reload').mockImplementation(() => {});
let closeChannel: () => void;
beforeEach(() => {
  closeChannel = openChannel();
});
afterEach(() => {
  closeChannel();
  open.mockClear();
  reload.mockClear();
});

/** The messages that another tab gets. */
function listen(): string[] {
  const messages: string[] = [];
  openActivityChannel((message) => messages.push(message));
  return messages;
}

describe('the banner', () => {
  const banner = () => screen.getByRole('region', { name: 'Switch organization' });

  test('names the organization in which support staff acts', async () => {
    await renderApp(<ActingBanner name="Harbor Home Care" />, { viewer: acting });
    expect(banner()).toHaveTextContent('You act in Harbor Home Care as Airlog Support. Every read is recorded.');
  });

  test('is in Spanish too', async () => {
    await renderApp(<ActingBanner name="Harbor Home Care" />, { viewer: acting, language: 'es' });
    expect(screen.getByText(/^Actúa en Harbor Home Care como Airlog Support/)).toBeInTheDocument();
  });

  test('leads back to all organizations: the home page is loaded again, and other tabs hear of it', async () => {
    const messages = listen();
    const { user } = await renderApp(<ActingBanner name="Harbor Home Care" />, {
      viewer: acting,
      mocks: [switched(null)],
    });
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(open.mock.calls).toEqual([['/']]));
    expect(messages).toEqual(['switched']);
  });

  test('says when the switch failed, and stays', async () => {
    const failed = {
      request: switched(null).request,
      result: { errors: [{ message: 'no', extensions: { code: 'FORBIDDEN' } }] },
    };
    const { user } = await renderApp(<ActingBanner name="Harbor Home Care" />, {
      viewer: acting,
      mocks: [failed as MockLink.MockedResponse],
    });
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('The organization could not be switched')).toBeInTheDocument();
    expect(open).not.toHaveBeenCalled();
  });

  test('asks before unsaved input is lost', async () => {
    const end = trackWork(() => 'dirty');
    const { user } = await renderApp(<ActingBanner name="Harbor Home Care" />, { viewer: acting });
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    expect(await screen.findByRole('alertdialog')).toBeInTheDocument();
    expect(open).not.toHaveBeenCalled();
    end();
  });
});

describe('the switch in the top bar', () => {
  const openDialog = async (viewer = supporter, mocks: MockLink.MockedResponse[] = []) => {
    const view = await renderApp(<OrganizationSwitch />, { viewer, mocks: [recent, ...mocks] });
    await view.user.click(screen.getByRole('button', { name: /^Organization: / }));
    await screen.findByRole('dialog', { name: 'Switch organization' });
    return view;
  };
  const names = async () =>
    within(await screen.findByRole('region', { name: 'Recent' }))
      .getAllByRole('button')
      .map((button) => button.textContent);

  test('names the organization in which support staff acts, and else its own', async () => {
    const { unmount } = await renderApp(<OrganizationSwitch />, { viewer: acting });
    expect(screen.getByRole('button')).toHaveTextContent('Harbor Home Care');
    unmount();
    await renderApp(<OrganizationSwitch />, { viewer: supporter });
    expect(screen.getByRole('button')).toHaveTextContent('Northside Respiratory');
  });

  test('offers the recent organizations and all of them, of which the current one is marked', async () => {
    await openDialog(acting);
    expect(await names()).toEqual(['Harbor Home Care (current)', 'Northside Respiratory', 'All organizations']);
    expect(screen.getByRole('button', { name: 'Harbor Home Care (current)' })).toBeDisabled();
  });

  test('switches to a recent organization', async () => {
    const { user } = await openDialog(supporter, [switched('o1')]);
    await user.click(await screen.findByRole('button', { name: 'Northside Respiratory' }));
    await waitFor(() => expect(open.mock.calls).toEqual([['/']]));
  });

  test('finds an organization by two letters of its name, with the keyboard alone', async () => {
    const found: MockLink.MockedResponse = {
      request: { query: FindOrganizationsDocument, variables: { search: 'la' } },
      result: {
        data: {
          searchResults: { __typename: 'SearchResults', organizations: [entry('o2', 'Lakeview Sleep Center')] },
        },
      },
    };
    const { user } = await openDialog(supporter, [found, switched('o2')]);
    await user.type(screen.getByRole('combobox', { name: 'Organization' }), 'la');
    await screen.findByRole('option', { name: /Lakeview Sleep Center/ });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(open.mock.calls).toEqual([['/']]));
  });
});

describe('a switch in another tab', () => {
  test('reloads the page', async () => {
    await renderApp(<OrganizationSwitch />, { viewer: supporter });
    act(() => tellOtherTabs('switched'));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('leaves a page with unsaved input, and reads again what it shows', async () => {
    const end = trackWork(() => 'dirty');
    const { client } = await renderApp(<OrganizationSwitch />, { viewer: supporter });
    const refetch = jest.spyOn(client, 'refetchQueries');
    act(() => tellOtherTabs('switched'));
    expect(refetch).toHaveBeenCalledWith({ include: 'active' });
    expect(reload).not.toHaveBeenCalled();
    end();
  });
});
