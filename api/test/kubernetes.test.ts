import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadConfig } from '../src/shared/config.ts';
import {
  EXAMPLE,
  FOLDER,
  kustomization,
  manifests,
  node,
  of,
  only,
  pods,
  variablesOf,
} from './kubernetes-manifests.ts';
import { faultsOf } from './kubernetes-schema.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('kustomize has each manifest, but for the example of the secrets', () => {
  const files = globSync('*.yaml', { cwd: FOLDER }).filter((file) => file !== 'kustomization.yaml');
  expect([...kustomization.resources, EXAMPLE].toSorted()).toEqual(files.toSorted());
});

describe('the schemas of Kubernetes', () => {
  test.each(manifests.map((one) => [`${one.kind} ${one.metadata.name}`, one] as const))('know %s', (_, one) => {
    expect(faultsOf(one)).toEqual([]);
  });

  test.each([
    [{ replicas: 'two' }, '/spec/replicas must be integer'],
    [{ replica: 2 }, '.spec.replica'],
    [
      { template: { spec: { containers: [{ name: 'a', securityContext: { readOnly: true } }] } } },
      '.spec.template.spec.containers.0.securityContext.readOnly',
    ],
    [{ template: { spec: { containers: [{ image: 'a' }] } } }, 'must have required property name'],
  ])('do not know a Deployment with %j', (spec, fault) => {
    const whole = { selector: {}, template: { spec: { containers: [{ name: 'a' }] } }, ...spec };
    expect(faultsOf({ apiVersion: 'apps/v1', kind: 'Deployment', spec: whole } as never).join()).toContain(fault);
  });
});

describe('variables', () => {
  const config = globSync('api/src/shared/config*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .map(read)
    .join('\n');
  const SECRETS: Record<string, string> = {
    SESSION_SECRET: '0123456789abcdef0123456789abcdef',
    ENCRYPTION_KEY: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
    SMTP_URL: 'smtps://user:secret@mail.example.org',
    STORAGE_URL: 's3://key:secret@s3.example.org/airlog',
    DATABASE_URL: 'postgresql://airlog@db.example.org/airlog',
  };

  test.each(pods)('%s has only those that are read, and starts in production with them', (_, template) => {
    const given = variablesOf(template);
    const unread = Object.keys(given).filter((name) => !new RegExp(`\\b${name}\\b`).test(config));
    expect(unread.filter((name) => !name.startsWith('NPM_'))).toEqual([]);
    const filled = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value === 'REPLACE' ? SECRETS[name] : value]),
    );
    // Files in a bucket: nodes share no disk.
    expect(loadConfig(filled)).toMatchObject({
      production: true,
      demo: false,
      storage: { name: 'airlog' },
      databaseUrl: SECRETS.DATABASE_URL,
      dataDir: '/data',
    });
  });

  test.each(Object.keys(SECRETS))('%s is a secret, and the example of it is refused', (name) => {
    const given = variablesOf(node);
    expect(given[name]).toBe('REPLACE');
    expect(Object.keys(of('ConfigMap')[0]!.data!)).not.toContain(name);
    expect(() => loadConfig({ ...given, ...SECRETS, [name]: 'REPLACE' })).toThrow(name);
  });

  test('the address of the owner of the database is in no node', () => {
    const sources = pods.map(([name, { spec }]) => [
      name,
      spec.containers[0].envFrom.map(({ configMapRef, secretRef }) => configMapRef?.name ?? secretRef!.name),
    ]);
    expect(Object.fromEntries(sources)).toEqual({
      airlog: ['airlog', 'airlog', 'airlog-node'],
      'airlog-migrate': ['airlog', 'airlog', 'airlog-owner'],
      'airlog-commands': ['airlog', 'airlog', 'airlog-owner'],
    });
    expect(only('Deployment', 'airlog-commands')).toMatchObject({ replicas: 0 });
  });
});
