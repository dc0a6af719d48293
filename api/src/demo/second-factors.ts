import { encryptColumn } from '../shared/cipher.ts';

type Row = Record<string, unknown>;

/** The secret of the demo user with an authenticator app: `npm run simulate -- totp` prints its codes. */
export const DEMO_APP_SECRET = 'AIRLOGDEMOAIRLOGDEMOAIRLOGDEMOAI';
/** The phone of the demo user with codes by SMS: /dev/outbox/sms shows what it receives. */
const DEMO_PHONE = '5185550142';

export const DEMO_APP_USER = 'app.staff@demo.airlog.test';
export const DEMO_SMS_USER = 'sms.staff@demo.airlog.test';

/** The factor of a demo user; null for most. */
export const demoFactor = (email: unknown): 'app' | 'sms' | null =>
  email === DEMO_APP_USER ? 'app' : email === DEMO_SMS_USER ? 'sms' : null;

/** Rows of the second factors of the demo users. */
export const demoFactorRows = (users: readonly Row[], encryptionKey: Buffer): Row[] =>
  users
    .filter(({ email }) => demoFactor(email) !== null)
    .map(({ id, org_id, email }) => ({
      org_id,
      user_id: id,
      app_secret: email === DEMO_APP_USER ? encryptColumn(encryptionKey, DEMO_APP_SECRET) : null,
      sms_phone: email === DEMO_SMS_USER ? DEMO_PHONE : null,
    }));
