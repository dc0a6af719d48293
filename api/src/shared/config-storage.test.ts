import { describe, expect, test } from '@jest/globals';
import { TEST_KEY, TEST_SECRET } from '../../test/secrets.ts';
import { bucketOf } from './config-storage.ts';
import { ConfigError, loadConfig } from './config.ts';

const bucket = {
  endpoint: 'https://s3.eu-north-1.amazonaws.com',
  name: 'airlog-uploads',
  prefix: '',
  region: 'us-east-1',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'a/b+c',
};

describe('STORAGE_URL', () => {
  test.each([
    ['s3://AKIDEXAMPLE:a%2Fb%2Bc@s3.eu-north-1.amazonaws.com/airlog-uploads', {}],
    ['https://AKIDEXAMPLE:a%2Fb+c@s3.eu-north-1.amazonaws.com/airlog-uploads/', {}],
    [
      's3://AKIDEXAMPLE:a%2Fb+c@minio:9000/airlog-uploads?region=eu-1',
      { endpoint: 'https://minio:9000', region: 'eu-1' },
    ],
    ['http://AKIDEXAMPLE:a%2Fb+c@minio:9000/airlog-uploads', { endpoint: 'http://minio:9000' }],
    ['s3://AKIDEXAMPLE:a%2Fb+c@s3.eu-north-1.amazonaws.com/airlog-uploads/prod/1', { prefix: 'prod/1/' }],
  ])('%s is a bucket', (address, facts) => {
    expect(bucketOf(address, false)).toEqual({ ...bucket, ...facts });
  });

  test.each([
    ['nonsense'],
    ['/srv/uploads'],
    ['ftp://k:topsecret@host/bucket'],
    ['s3:k:topsecret'],
    ['s3://host/bucket'],
    ['s3://k@host/bucket'],
    ['s3://k:topsecret%zz@host/bucket'],
    ['s3://k:topsecret@host'],
    ['s3://k:topsecret@host/'],
    ['s3://k:topsecret@host/Bucket_1'],
    ['s3://k:topsecret@host/bucket/..%2f'],
    ['s3://k:topsecret@host/bucket?region=EU north'],
    ['s3://k:topsecret@host/bucket?tls=0'],
  ])('%s stops the start with one line without the secret', (address) => {
    const start = () =>
      loadConfig({ SESSION_SECRET: TEST_SECRET, ENCRYPTION_KEY: TEST_KEY.toString('hex'), STORAGE_URL: address });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(/^STORAGE_URL [^\n]+$/);
    expect(start).not.toThrow(/topsecret/);
  });

  test('is not plain http in production', () => {
    const address = 'http://k:topsecret@host/bucket';
    expect(bucketOf(address, true)).toBe('STORAGE_URL must not be http:// in production.');
    expect(bucketOf(address.replace('http:', 'https:'), true)).toMatchObject({ endpoint: 'https://host' });
  });

  test('is optional: files are in a folder without it', () => {
    const env = { SESSION_SECRET: TEST_SECRET, ENCRYPTION_KEY: TEST_KEY.toString('hex') };
    expect([loadConfig(env).storage, loadConfig({ ...env, STORAGE_URL: '' }).storage]).toEqual([null, null]);
  });
});

test('UPLOAD_DAYS is seven years unless it is set', () => {
  const env = { SESSION_SECRET: TEST_SECRET, ENCRYPTION_KEY: TEST_KEY.toString('hex') };
  expect([loadConfig(env).uploadDays, loadConfig({ ...env, UPLOAD_DAYS: '30' }).uploadDays]).toEqual([2557, 30]);
  for (const wrong of ['0', '-1', 'x', '1.5', '36526'])
    expect(() => loadConfig({ ...env, UPLOAD_DAYS: wrong })).toThrow(/^UPLOAD_DAYS must be a whole number/);
});
