import { expect, test } from '@jest/globals';
import { isSignature, signChannel, signUser } from './pusher-signature.ts';

const signer = { key: '278d425bdf160c739803', secret: '7ad3773142a6692b25b8' };

test.each([
  [
    'a private channel',
    signChannel(signer, '1234.1234', 'private-foobar'),
    '58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4',
  ],
  [
    'the message channel of an organization',
    signChannel(signer, '1234.1234', 'private-org-message.5'),
    '4a514ad5b9e27e196d8aa92d70bb1313a9f35028965045f68e267d5fd3caa75f',
  ],
  [
    'a presence channel, with its channel_data',
    signChannel(signer, '1234.1234', 'presence-foobar', '{"user_id":10,"user_info":{"name":"Mr. Channels"}}'),
    '31935e7d86dba64c2a90aed31fdc61869f9b22ba9d8863bba239c03ca481bc80',
  ],
  [
    'a user who signs in',
    signUser(signer, '1234.1234', '{"id":"12345"}'),
    '4708d583dada6a56435fb8bc611c77c359a31eebde13337c16ab43aa6de336ba',
  ],
])('%s is signed as the protocol requires', (_title, auth, hex) => {
  expect(auth).toBe(`${signer.key}:${hex}`);
});

test('a signature matches exactly the signed text and no other', () => {
  const right = signChannel(signer, '1234.1234', 'private-foobar');
  expect(isSignature(right, right)).toBe(true);
  for (const wrong of [
    '',
    right.slice(0, -1),
    `${right}0`,
    right.toUpperCase(),
    right.replace(signer.key, 'another-key'),
    right.split(':')[1],
    undefined,
    null,
    7,
    [right],
    { auth: right },
    '€'.repeat(right.length),
  ]) {
    expect(isSignature(right, wrong)).toBe(false);
  }
});
