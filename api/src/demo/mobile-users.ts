import { addDays, instant } from './calendar.ts';

type Row = Record<string, unknown>;

/**
 * Returns the accounts in the mobile app of every third patient who has an address: on both platforms, most of them in
 * use, one in seven disabled, one in five never signed in.
 */
export const demoMobileUsers = (patients: readonly Row[]): Row[] =>
  patients
    .filter(({ id, email }) => email && Number(id) % 3 === 0)
    .map(({ id, org_id, email, created_at }, index) => {
      const made = String(created_at).slice(0, 10);
      return {
        org_id,
        patient_id: id,
        email,
        platform: Number(id) % 2 ? 'ios' : 'android',
        active: index % 7 !== 6,
        registered_at: instant(addDays(made, 2), 55_000 + index),
        last_seen_at: index % 5 === 4 ? null : instant(addDays(made, 5 + (index % 20)), 40_000 + index),
      };
    });
