import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Service {
  image?: string;
  build?: object;
  profiles?: string[];
  restart?: string;
  environment?: Record<string, string>;
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit?: string;
  stop_grace_period?: string;
  networks?: { default: { ipv4_address: string } };
}
const { services } = parse(read('docker-compose.yml')) as { services: Record<string, Service> };
const named = Object.entries(services);

describe('docker compose', () => {
  test('starts PostgreSQL and the portal, and by profile a mail catcher or TLS', () => {
    expect(named.map(([name, { profiles }]) => [name, profiles])).toEqual([
      ['postgres', undefined],
      ['api', undefined],
      ['mail', ['trial']],
      ['tls', ['tls']],
    ]);
  });

  test.each(named)('%s starts again by itself, in bounded memory, of a version that is named', (_, service) => {
    expect(service).toMatchObject({ restart: 'unless-stopped', mem_limit: expect.stringMatching(/^\d+[mg]$/) });
    if (!service.build) expect(service.image).toMatch(/:v?\d+\.\d+/);
  });

  test('only TLS is reached from other machines: the portal and the mails, with links to new passwords, are not', () => {
    expect(Object.fromEntries(named.map(([name, { ports = [] }]) => [name, ports]))).toEqual({
      postgres: [],
      api: ['127.0.0.1:4000:4000'],
      mail: ['127.0.0.1:8025:8025'],
      tls: ['80:80', '443:443'],
    });
  });

  test('the portal writes to its volume and /tmp only, without capabilities, and has the time to drain', () => {
    expect(services.api).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      stop_grace_period: '30s',
    });
  });

  test('a password of any characters is no part of an address', () => {
    expect(services.api!.environment).toMatchObject({
      DATABASE_URL: 'postgresql://postgres@postgres:5432/airlog',
      DATABASE_PASSWORD: '${POSTGRES_PASSWORD}',
    });
  });

  test('asks for what it cannot choose: secrets, the mail server, and whether plain text is allowed', () => {
    const asked = [...read('docker-compose.yml').matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name);
    expect(asked.toSorted()).toEqual([
      'ALLOW_PLAINTEXT',
      'ENCRYPTION_KEY',
      'POSTGRES_PASSWORD',
      'SESSION_SECRET',
      'SMTP_URL',
    ]);
  });

  test('the proxy that is trusted is the one of the profile tls, and no network', () => {
    expect(services.api!.environment!.TRUSTED_PROXIES).toBe('${TRUSTED_PROXIES:-172.30.76.2}');
    expect(services.tls!.networks!.default.ipv4_address).toBe('172.30.76.2');
  });
});

test('the image is built without secrets and data of this folder', () => {
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env*', '**/.env*', '.data', '.git']));
});

test('the image has each command of the manual, and no other', () => {
  const ofImage = /for command in ([\w -]+);/.exec(read('api/deploy/tree.sh'))![1]!.split(' ');
  const documented = [...read('docs/operations.md').matchAll(/\bnpm run ([\w-]+)(?![\w:-])/g)].map(([, name]) => name!);
  expect(ofImage.toSorted()).toEqual([...new Set(documented)].toSorted());
});
