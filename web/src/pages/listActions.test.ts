import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';

// Every write of a list page either has a test that the list shows it without a reload, or says here why no row changes.

const PAGES = import.meta.dirname;
const source = (file: string) => readFileSync(file, 'utf8');
const isPage = (file: string) => /\/pages\/\w+(Page|Tab)\.tsx$/.test(file);

/** Returns the files that a page consists of: all that it imports, but no page that it only loads ahead. */
function filesOf(page: string): Set<string> {
  const files = new Set<string>();
  const add = (file: string) => {
    if (files.has(file) || (file !== page && isPage(file))) return;
    files.add(file);
    for (const [, path] of source(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g))
      if (!path!.includes('/gql/')) add(join(dirname(file), path!));
  };
  add(page);
  return files;
}

/** Returns the writes of a page: its mutations, and its files that send over REST. */
const writesOf = (page: string): string[] => {
  const files = [...filesOf(page)];
  const mutations = files.flatMap((file) =>
    [...source(file).matchAll(/^\s*mutation (\w+)/gm)].map(([, name]) => name!),
  );
  const senders = files.filter((file) => /sendRequest\('post'|open\('POST'/.test(source(file)));
  return [...new Set([...mutations, ...senders.map((file) => basename(file, '.ts'))])].toSorted();
};

/** Titles of the tests in the test file of the page. */
type Shown = string;
/** Why the list shows nothing of a write. */
interface Unshown {
  because: string;
}

const PREFERENCES: Unshown = { because: 'the columns that the viewer chose are on the screen already' };

const LISTS: Record<string, Record<string, Shown | Unshown>> = {
  ActivityPage: {},
  AnnouncementsPage: {
    CreateAnnouncement: 'sends the audience, the days and the text, shows a preview, and the list has the new one',
    UpdateAnnouncement: 'is in the list at once, and so is a withdrawal',
  },
  DevicesPage: {},
  HandOffsPage: {
    AskForDevice: 'a device that is asked for is in the list at once',
    AskForPatient: 'a patient who is asked for is in the list at once',
  },
  MachinesPage: { ShowMachinePin: { because: 'it reads a PIN, and writes who has read it' } },
  MobileUsersPage: { SetMobileUserActive: 'an account is disabled after a question, and can then be enabled' },
  OrganizationsPage: {
    CreateOrganization:
      'opens again, after a reload, with a form that was half typed, and shows what was created at once',
    MigrateOrganization: { because: 'a row shows neither the time of its migration nor the DME ID' },
    MigratePatients: { because: 'a job moves the patients later, and the page of the organization follows it' },
  },
  PatientsPage: {
    CreatePatient: 'a new patient is in the list at once',
    DismissComplianceBatch: { because: 'it puts a file away' },
    StartComplianceBatch: { because: 'it makes a file of reports' },
    UpdatePatient: 'a changed patient is in the list at once',
  },
  RolesPage: {},
  SuppressedEmailsPage: {
    RemoveSuppressedEmail: 'an address is removed after the confirmation, and the list is read again',
  },
  TrustedDomainsPage: {
    CreateTrustedDomain: 'the button opens the form; what it saves is in the list',
    DeleteTrustedDomain: 'a domain is removed after a question, and is then no longer in the list',
  },
  UploadsPage: { sendCard: 'an upload from the list is in the list at once, without a reload' },
  UsersPage: {
    CreateUser: 'a new user is in the list at once',
    DismissUserImport: { because: 'it puts an import away that is done or refused' },
    GenerateApiKey: 'an API key that is generated is in the list at once',
    ImportUsers: 'the users of an import are in the list when it ends',
    RegenerateApiKey: 'an API key that is regenerated is in the list at once',
    ResendUserInvitation: '%s from the menu of a row is in the list at once',
    ResendUserInvitations: '%s of selected users is in the list at once',
    ResetUserSecondFactor: '%s from the menu of a row is in the list at once',
    RevokeApiKey: 'an API key that is revoked is in the list at once',
    SetUserActive: '%s from the menu of a row is in the list at once',
    SetUserVentilatorAccess: '%s from the menu of a row is in the list at once',
    SetUsersActive: '%s of selected users is in the list at once',
    StartUserPasswordReset: { because: 'it sends a link; the old password stays until the new one is chosen' },
    sentFile: { because: 'it only checks the file of an import' },
    UnlockUser: '%s from the menu of a row is in the list at once',
    UpdateUser: 'a changed user is in the list at once',
  },
};

const lists = readdirSync(PAGES)
  .filter((name) => name.endsWith('Page.tsx') && source(join(PAGES, name)).includes('<ListPage'))
  .map((name) => name.replace('.tsx', ''));

test('every page that is a list is here', () => {
  expect(Object.keys(LISTS).toSorted()).toEqual(lists.toSorted());
});

test.each(lists)('%s has a test or a reason for each of its writes', (name) => {
  const writes = { SaveTablePreferences: PREFERENCES, ...LISTS[name] };
  expect(Object.keys(writes).toSorted()).toEqual(writesOf(join(PAGES, `${name}.tsx`)));
  const titles = Object.values(writes).filter((shown) => typeof shown === 'string');
  if (titles.length === 0) return;
  const tests = source(join(PAGES, `${name}.test.tsx`));
  expect(titles.filter((title) => !tests.includes(`'${title}', `))).toEqual([]);
});
