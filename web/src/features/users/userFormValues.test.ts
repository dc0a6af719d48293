import { describe, expect, test } from '@jest/globals';
import { changedUserFields, saveQuestions, type UserValues } from './userFormValues.ts';

const values = (facts: Partial<UserValues> = {}): UserValues => ({
  firstName: 'Casey',
  lastName: 'Holt',
  email: 'casey@example.test',
  confirmEmail: 'casey@example.test',
  phone: '(518) 555-0100',
  userType: 'Location',
  role: 'location.ep.staff',
  locations: [1, 2],
  groups: [],
  country: 'US',
  isClinician: true,
  notificationType: 'Email',
  ...facts,
});
const before = values();
const questions = (
  facts: Partial<UserValues>,
  more: { asksForPhone?: boolean; hasSms?: boolean; isNew?: boolean } = {},
) =>
  saveQuestions(values(facts), {
    before: more.isNew ? null : before,
    asksForPhone: more.asksForPhone ?? false,
    hasSms: more.hasSms ?? false,
  });

test('neither the order of locations nor the mask of a phone number is a change', () => {
  expect(changedUserFields(before, values({ locations: [2, 1], phone: '5185550100' }))).toEqual([]);
  expect(changedUserFields(before, values({ locations: [1], phone: '' }))).toEqual(['phone', 'locations']);
});

describe('before saving', () => {
  test.each([
    ['userType', { userType: 'Group' }],
    ['role', { role: 'location.ep.admin' }],
    ['locations', { locations: [1] }],
    ['groups', { groups: [7] }],
  ] as [string, Partial<UserValues>][])('a changed %s of an existing user is confirmed', (field, facts) => {
    expect(questions(facts)).toEqual([{ kind: 'access', changed: [field] }]);
  });

  test('nothing is confirmed when the value is the same again, or of a new user', () => {
    expect(questions({ locations: [2, 1], firstName: 'Sam' })).toEqual([]);
    expect(questions({ role: 'location.ep.admin' }, { isNew: true })).toEqual([]);
  });

  test('a missing phone number is confirmed where the organization prevents it, also of a new user', () => {
    expect(questions({ phone: '' }, { asksForPhone: true })).toEqual([{ kind: 'noPhone' }]);
    expect(questions({ phone: '' }, { asksForPhone: true, isNew: true })).toEqual([{ kind: 'noPhone' }]);
    expect(questions({ phone: '' })).toEqual([]);
    expect(questions({}, { asksForPhone: true })).toEqual([]);
  });

  test('a phone number that was missing before is not confirmed again', () => {
    const facts = { before: values({ phone: '' }), asksForPhone: true, hasSms: false };
    expect(saveQuestions(values({ phone: '', firstName: 'Sam' }), facts)).toEqual([]);
  });

  test('another phone number of a user with codes by text message is confirmed, the same one is not', () => {
    expect(questions({ phone: '2125550100' }, { hasSms: true })).toEqual([{ kind: 'smsPhone' }]);
    expect(questions({ phone: '5185550100' }, { hasSms: true })).toEqual([]);
    expect(questions({ phone: '2125550100' })).toEqual([]);
  });
});
