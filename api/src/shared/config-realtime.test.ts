import { describe, expect, test } from '@jest/globals';
import { TEST_KEY, TEST_SECRET } from '../../test/secrets.ts';
import { ConfigError, loadConfig } from './config.ts';

const secrets = {
  SESSION_SECRET: TEST_SECRET,
  ENCRYPTION_KEY: TEST_KEY.toString('hex'),
  DATA_DIR: '/nonexistent',
  SMTP_URL: 'smtps://mail:465',
  PUBLIC_URL: 'http://localhost:4000',
  ALLOW_PLAINTEXT: '1',
};
const own = {
  REALTIME_APP_ID: 'portal',
  REALTIME_KEY: '278d425bdf160c739803',
  REALTIME_SECRET: '7ad3773142a6692b25b8',
};
const realtime = (env: NodeJS.ProcessEnv) => loadConfig({ ...secrets, ...env }).realtime;

describe('the realtime key', () => {
  test('has demo values outside production, and none in production', () => {
    expect(realtime({})).toEqual({ appId: 'airlog', key: 'airlog-demo-key', secret: 'airlog-demo-secret' });
    expect(realtime({ NODE_ENV: 'production' })).toBeNull();
  });

  test('is read from the environment, and is null when set to an empty value', () => {
    for (const NODE_ENV of ['production', 'test'])
      expect(realtime({ ...own, NODE_ENV })).toEqual({
        appId: 'portal',
        key: own.REALTIME_KEY,
        secret: own.REALTIME_SECRET,
      });
    expect(realtime({ REALTIME_KEY: '' })).toBeNull();
  });

  test.each<[string, NodeJS.ProcessEnv]>([
    ['without its secret', { ...own, REALTIME_SECRET: undefined }],
    ['without its application', { ...own, REALTIME_APP_ID: '' }],
    ['without the public key', { ...own, REALTIME_KEY: undefined }],
    ['with a colon', { ...own, REALTIME_KEY: 'abcdefgh:ijk' }],
    ['with a slash', { ...own, REALTIME_KEY: 'abcdefgh/ijk' }],
    ['that is short', { ...own, REALTIME_KEY: 'abc' }],
    ['with a short secret', { ...own, REALTIME_SECRET: 'short' }],
    ['with an invalid application id', { ...own, REALTIME_APP_ID: 'a b' }],
    [
      'with the secret of the demo in production',
      { ...own, REALTIME_SECRET: 'airlog-demo-secret', NODE_ENV: 'production' },
    ],
  ])('%s stops the start with one line that names the variable and never the secret', (_title, env) => {
    let message = '';
    try {
      realtime(env);
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      ({ message } = error as Error);
    }
    expect(message).toMatch(/^REALTIME_\w+.+\.$/);
    for (const secret of [own.REALTIME_SECRET, 'airlog-demo-secret', 'short ']) expect(message).not.toContain(secret);
  });
});
