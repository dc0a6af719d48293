import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { admin, anonymous, Client, running, usePortal, type TestViewer } from '../../test/harness.ts';
import { asViewerWithPassword, halfSession, refusalsOf, sessionIn, smsCode, verify } from '../../test/second-factor.ts';

usePortal();

const START = 'mutation ($phone: String!) { startSmsEnrollment(phone: $phone) { userErrors { field code } } }';
const CONFIRM =
  'mutation ($code: String!) { confirmSmsEnrollment(code: $code) { recoveryCodes userErrors { field code } } }';
const SEND = 'mutation { sendSignInCode { userErrors { code } } }';

let next = 0;
let viewer: TestViewer;
let phone: string;
beforeEach(async () => {
  viewer = await asViewerWithPassword();
  next += 1;
  phone = `518${200 + next}0100`;
});
afterEach(() => {
  running().app.config.smsUrl = undefined;
});

const start = async (number = phone) => (await viewer.gql(START, { phone: number })).data.startSmsEnrollment.userErrors;
const confirm = async (code: string) => (await viewer.gql(CONFIRM, { code })).data.confirmSmsEnrollment;
/** SMS set up, with the limits of sending as before any message. */
async function enroll() {
  await start();
  await confirm(await smsCode(phone));
  await admin.query("delete from attempt_counters where key like 'sms%'");
}
const send = async (half: Client) => {
  const { data, errors } = await half.gql(SEND);
  return errors?.[0]?.extensions.code ?? data.sendSignInCode.userErrors[0]?.code ?? 'sent';
};
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a phone', () => {
  test('receives codes of sign-ins when a code that was sent to it is entered, and not before', async () => {
    expect(await start(`+1 (${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`)).toEqual([]);
    const code = await smsCode(phone);
    expect((await confirm(other(code))).userErrors).toEqual([{ field: 'code', code: 'two_factor.wrong' }]);
    const row = async () =>
      (await admin.query('select two_factor_sms_enabled as sms from users where id = $1', [viewer.userId])).rows[0];
    expect(await row()).toEqual({ sms: false });
    expect((await confirm(code)).recoveryCodes).toHaveLength(10);
    expect(await row()).toEqual({ sms: true });
    expect((await confirm(code)).userErrors).toEqual([{ field: 'code', code: 'two_factor.wrong' }]);
    expect((await viewer.gql('{ secondFactors { phoneEnding } }')).data.secondFactors).toEqual({ phoneEnding: '0100' });
  });

  test.each(['', '5185550', '0185550100', '5181550100', '2425550100', '8765550100', '+44 20 7946 0958', '518555010a'])(
    'with the number %j is refused at its field',
    async (number) => {
      expect(await start(number)).toEqual([{ field: 'phone', code: number ? 'two_factor.phone' : 'required' }]);
    },
  );
});

describe('a code by text message', () => {
  test('completes the sign-in that it was sent for, once, and no other', async () => {
    await enroll();
    const [half, another] = [await halfSession(viewer), await halfSession(viewer)];
    expect(await send(half)).toBe('sent');
    const code = await smsCode(phone);
    expect(refusalsOf(await verify(another, { code }))).toEqual(['two_factor.wrong']);
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(half, { code })));
    expect(answers.map(({ headers }) => sessionIn(headers)).filter(Boolean)).toHaveLength(1);
    expect(refusalsOf(await verify(another, { code }))).toEqual(['two_factor.wrong']);
  });

  test('is valid for ten minutes, and until the next one is sent', async () => {
    await enroll();
    const half = await halfSession(viewer);
    await send(half);
    const first = await smsCode(phone);
    await admin.query("delete from attempt_counters where key like 'sms:%'");
    await send(half);
    const second = await smsCode(phone);
    if (first !== second) expect(refusalsOf(await verify(half, { code: first }))).toEqual(['two_factor.wrong']);
    const age = (minutes: number) =>
      admin.query(
        'update second_factor_challenges set created_at = now() - make_interval(mins => $1) where user_id = $2',
        [minutes, viewer.userId],
      );
    await age(11);
    expect(refusalsOf(await verify(half, { code: second }))).toEqual(['two_factor.wrong']);
    await age(9);
    expect(refusalsOf(await verify(half, { code: second }))).toEqual([]);
  });

  test('has six digits, names the portal in the language of the user, and is stored as a keyed hash', async () => {
    await enroll();
    await admin.query("update users set locale = 'es' where id = $1", [viewer.userId]);
    await send(await halfSession(viewer));
    const code = await smsCode(phone);
    const { rows } = await admin.query('select body from sms_messages where phone = $1 order by id desc limit 1', [
      phone,
    ]);
    expect(rows[0].body).toBe(`${code} es su código de Airlog. Es válido durante 10 minutos. No se lo dé a nadie.`);
    const stored = await admin.query('select c::text as row from second_factor_challenges c where user_id = $1', [
      viewer.userId,
    ]);
    expect(stored.rows.map(({ row }) => row).join()).not.toContain(code);
  });

  test('is sent three times in ten minutes and ten times in a day, over all sign-ins, also when asked at the same time', async () => {
    await enroll();
    const halves = await Promise.all(Array.from({ length: 8 }, () => halfSession(viewer)));
    const answers = await Promise.all(halves.map(send));
    expect(answers.filter((answer) => answer === 'sent')).toHaveLength(3);
    expect(answers.filter((answer) => answer === 'TOO_MANY')).toHaveLength(5);
    const counter = (key: string, attempts: number) =>
      admin.query(
        'insert into attempt_counters (key, attempts, window_started_at) values ($1, $2, now()) on conflict (key) do update set attempts = $2',
        [`${key}:${viewer.userId}`, attempts],
      );
    await counter('sms', 0);
    await counter('sms-day', 9);
    expect(await send(halves[0]!)).toBe('sent');
    expect(await send(halves[0]!)).toBe('TOO_MANY');
  });

  test('is not sent to users without a phone, nor when SMS is not allowed and another factor is', async () => {
    expect(await send(await halfSession(viewer))).toBe('two_factor.no_sms');
    await enroll();
    await admin.query("update second_factors set app_secret = 'v1.x' where user_id = $1", [viewer.userId]);
    await admin.query('update organizations set two_factor_sms = false where id = $1', [viewer.orgId]);
    expect(await send(await halfSession(viewer))).toBe('two_factor.no_sms');
    expect(await start()).toEqual([{ field: '', code: 'two_factor.not_allowed' }]);
  });
});

describe('where the organization fixes the phone', () => {
  const START_OWN = 'mutation { startSmsEnrollment { userErrors { field code } } }';
  const fixPhone = (own: string | null) =>
    admin.query(
      'with o as (update organizations set two_factor_prevent_phone_numbers = true where id = $1) update users set phone = $3 where id = $2',
      [viewer.orgId, viewer.userId, own],
    );
  const own = async () =>
    (await viewer.gql('{ secondFactors { factors allowed choosesPhone } }')).data.secondFactors as object;
  const STEP = '{ signInStep { stage factors choosesPhone } }';

  test('codes go to the phone of the record, without asking for it, and to no other', async () => {
    await fixPhone(phone);
    expect(await own()).toEqual({ factors: [], allowed: ['APP', 'SMS', 'PASSKEY'], choosesPhone: false });
    expect(await start('5185550199')).toEqual([{ field: 'phone', code: 'two_factor.phone_fixed' }]);
    expect((await viewer.gql(START_OWN)).data.startSmsEnrollment.userErrors).toEqual([]);
    expect((await confirm(await smsCode(phone))).userErrors).toEqual([]);
    expect(await own()).toMatchObject({ factors: ['SMS'] });
    await admin.query("delete from attempt_counters where key like 'sms%'");
    expect(await start(phone)).toEqual([]);
  });

  test('users without a phone are not offered text messages, also when they have to set up a factor', async () => {
    await fixPhone(null);
    expect(await own()).toMatchObject({ allowed: ['APP', 'PASSKEY'] });
    expect(await start()).toEqual([{ field: '', code: 'two_factor.not_allowed' }]);
    const enrolling = await halfSession(viewer, 'enroll');
    expect((await enrolling.gql(STEP)).data.signInStep).toEqual({
      stage: 'ENROLL',
      factors: ['APP', 'PASSKEY'],
      choosesPhone: false,
    });
  });

  test.each([
    ['is changed', '5185550199', ['APP', 'SMS', 'PASSKEY']],
    ['is removed', null, ['APP', 'PASSKEY']],
  ])('after the phone of the record %s the verified one completes one more sign-in', async (_how, changed, allowed) => {
    await enroll();
    await fixPhone(changed);
    await admin.query('update organizations set two_factor_enabled = true where id = $1', [viewer.orgId]);
    const half = await halfSession(viewer);
    expect((await half.gql(STEP)).data.signInStep).toMatchObject({ stage: 'VERIFY', factors: ['SMS'] });
    expect(await send(half)).toBe('sent');
    const answer = await verify(half, { code: await smsCode(phone) });
    expect(answer.body.data.verifySignIn).toMatchObject({ viewer: null, enrollmentRequired: true });
    const enrolling = new Client(sessionIn(answer.headers)!);
    expect((await enrolling.gql(STEP)).data.signInStep).toEqual({
      stage: 'ENROLL',
      factors: allowed,
      choosesPhone: false,
    });
  });

  test('another factor of the user is asked for instead of codes to another phone', async () => {
    await enroll();
    await fixPhone('5185550199');
    await admin.query("update second_factors set app_secret = 'v1.x' where user_id = $1", [viewer.userId]);
    const half = await halfSession(viewer);
    expect((await half.gql(STEP)).data.signInStep).toMatchObject({ factors: ['APP'] });
    expect(await send(half)).toBe('two_factor.no_sms');
  });

  test('elsewhere every user chooses the phone', async () => {
    expect(await own()).toMatchObject({ choosesPhone: true });
    expect((await viewer.gql(START_OWN)).data.startSmsEnrollment.userErrors).toEqual([
      { field: 'phone', code: 'required' },
    ]);
    const enrolling = await halfSession(viewer, 'enroll');
    expect((await enrolling.gql(STEP)).data.signInStep).toMatchObject({ choosesPhone: true });
  });
});

describe('the SMS service', () => {
  /** A service that answers with this status; what it received. */
  async function service(status: number) {
    const seen: unknown[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        seen.push([request.headers.authorization, JSON.parse(body)]);
        response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end('{}');
      });
    }).listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    running().app.config.smsUrl = `http://air:se%3Acret@127.0.0.1:${(server.address() as AddressInfo).port}/send`;
    return { seen, close: () => server.close() };
  }

  test('receives number and text, with the credentials of its address', async () => {
    const { seen, close } = await service(200);
    expect(await start()).toEqual([]);
    expect(seen).toEqual([
      [
        `Basic ${Buffer.from('air:se:cret').toString('base64')}`,
        { to: `+1${phone}`, text: expect.stringMatching(/^\d{6} is your Airlog code/) },
      ],
    ]);
    close();
  });

  test.each([500, 302])('that answers %d sent nothing, and the user sees it', async (status) => {
    const { close } = await service(status);
    expect(await start()).toEqual([{ field: '', code: 'two_factor.not_sent' }]);
    close();
  });

  test('that is not there sent nothing', async () => {
    running().app.config.smsUrl = 'http://127.0.0.1:1';
    expect(await start()).toEqual([{ field: '', code: 'two_factor.not_sent' }]);
  });

  test('without an address is an outbox that shows the messages, and escapes them', async () => {
    await start();
    const page = await anonymous().rest('GET', '/dev/outbox/sms', undefined, { accept: 'text/html' });
    expect(page.text).toContain(`<td>${phone}</td>`);
    const { body } = await anonymous().rest('GET', '/dev/outbox/sms');
    expect(body.data[0]).toMatchObject({ phone, body: expect.stringContaining('is your Airlog code') });
  });
});
