import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Service {
  image?: string;
  build?: { args: Record<string, string> };
  profiles?: string[];
  restart?: string;
  command?: string | string[];
  depends_on?: string[] | Record<string, { condition: string }>;
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  configs?: { source: string; target: string }[];
  volumes?: string[];
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit?: string;
  stop_grace_period?: string;
  networks?: { default: { ipv4_address: string } };
}
const { services, configs, networks } = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>;
  configs: Record<string, { content: string }>;
  networks: { default: { ipam: { config: [{ subnet: string; ip_range: string }] } } };
};
const named = Object.entries(services);

describe('docker compose', () => {
  test('starts PostgreSQL and the portal, and by profile a mail catcher or TLS', () => {
    expect(named.map(([name, { profiles }]) => [name, profiles])).toEqual([
      ['postgres', undefined],
      ['migrate', undefined],
      ['api', undefined],
      ['mail', ['trial']],
      ['tls', ['tls']],
    ]);
  });

  test.each(named)('%s starts again by itself, unless it ends, and in bounded memory', (name, service) => {
    const restart = name === 'migrate' ? 'no' : 'unless-stopped';
    expect(service).toMatchObject({ restart, mem_limit: expect.stringMatching(/^\d+[mg]$/) });
  });

  test('each image has an exact version, as those of the Dockerfile have', () => {
    const bases = [...read('api/Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image!);
    const images = [...named.flatMap(([, { image }]) => image ?? []), ...bases];
    expect(images.length).toBe(5);
    expect(images.filter((image) => !/:v?\d+\.\d+(\.\d+)?(-slim)?$/.test(image))).toEqual([]);
    expect(new Set(bases).size).toBe(1);
  });

  test('only TLS is reached from other machines: the portal and the mails, with links to new passwords, are not', () => {
    expect(Object.fromEntries(named.map(([name, { ports = [] }]) => [name, ports]))).toEqual({
      postgres: [],
      migrate: [],
      api: ['127.0.0.1:${API_PORT:-4000}:4000'],
      mail: ['127.0.0.1:8025:8025'],
      tls: ['80:80', '443:443'],
    });
  });

  test.each(['migrate', 'api'])('%s writes to its volume and /tmp only, without capabilities', (name) => {
    expect(services[name]).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      volumes: ['files:/data'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  test('a node has the time to drain', () => {
    expect(services.api!.stop_grace_period).toBe('30s');
  });

  test('the database is brought up to date by its owner, when it accepts connections and before a node starts', () => {
    expect(services.migrate!.command).toEqual(['node', '--import', 'tsx', 'api/scripts/migrate.ts']);
    expect(services.migrate!.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    expect(services.api!.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
    // The server that fills an empty volume answers at its socket only.
    expect(services.postgres!.healthcheck!.test.join(' ')).toContain('-h 127.0.0.1');
  });

  test('a node has a login that owns nothing, which the empty database gets, and no password of the owner', () => {
    const { source, target } = services.postgres!.configs![0]!;
    expect(target).toMatch(/^\/docker-entrypoint-initdb\.d\/.+\.sql$/);
    expect(configs[source]!.content).toBe(
      "\\getenv password NODE_PASSWORD\ncreate role airlog_node login password :'password';\n",
    );
    expect(services.postgres!.environment).toHaveProperty('NODE_PASSWORD');
    const given = JSON.stringify(services.api!.environment);
    expect(given).not.toContain('POSTGRES_PASSWORD');
    expect(services.api!.environment!.DATABASE_URL).toMatch(/^postgresql:\/\/airlog_node@/);
  });

  test('what migrates has the variables of the nodes, but for the login', () => {
    const others = ({ environment }: Service) =>
      Object.entries(environment!).filter(([name]) => !name.startsWith('DATABASE_'));
    expect(others(services.migrate!)).toEqual(others(services.api!));
  });

  test('a password of any characters is no part of an address', () => {
    expect(services.migrate!.environment).toMatchObject({
      DATABASE_URL: 'postgresql://postgres@postgres:5432/airlog',
      DATABASE_PASSWORD: '${POSTGRES_PASSWORD}',
    });
    expect(services.api!.environment).toMatchObject({
      DATABASE_URL: 'postgresql://airlog_node@postgres:5432/airlog',
      DATABASE_PASSWORD: '${NODE_PASSWORD}',
    });
  });

  test('asks for what it cannot choose: secrets, the mail server, and whether plain text is allowed', () => {
    const asked = [...read('docker-compose.yml').matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name);
    expect(asked.toSorted()).toEqual([
      'ALLOW_PLAINTEXT',
      'ENCRYPTION_KEY',
      'NODE_PASSWORD',
      'POSTGRES_PASSWORD',
      'SESSION_SECRET',
      'SMTP_URL',
    ]);
  });

  test('each variable that it reads is in .env.example, and no secret has a value there', () => {
    const used = new Set([...read('docker-compose.yml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name));
    const example = [...read('.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
    expect(example.map(([name]) => name).toSorted()).toEqual([...used].toSorted());
    const given = example.filter(([, value]) => value).map(([name]) => name);
    expect(given).toEqual(['ALLOW_PLAINTEXT', 'PUBLIC_URL', 'SMTP_URL', 'DOMAIN', 'API_PORT']);
  });

  test('the proxy that is trusted is the one of the profile tls, and no network', () => {
    expect(services.api!.environment!.TRUSTED_PROXIES).toBe('${TRUSTED_PROXIES:-172.30.76.2}');
    expect(services.tls!.networks!.default.ipv4_address).toBe('172.30.76.2');
  });

  test('no other container gets the address of that proxy', () => {
    const [{ subnet, ip_range: others }] = networks.default.ipam.config;
    const list = new BlockList();
    const [network, bits] = others.split('/');
    list.addSubnet(network!, Number(bits));
    expect([subnet, list.check('172.30.76.2'), list.check('172.30.76.129')]).toEqual(['172.30.76.0/24', false, true]);
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

describe('the version of package.json', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };

  test('is the newest entry of the changelog, with its date, and newer than the one below', () => {
    const entries = [...read('CHANGELOG.md').matchAll(/^## \[(\d+)\.(\d+)\.(\d+)\] - \d{4}-\d{2}-\d{2}$/gm)];
    const numbers = entries.map(([, ...parts]) => parts.map(Number));
    expect(read('CHANGELOG.md').match(/^## /gm)).toHaveLength(entries.length);
    expect(numbers[0]!.join('.')).toBe(version);
    const sorted = numbers.toSorted((a, b) => b[0]! - a[0]! || b[1]! - a[1]! || b[2]! - a[2]!);
    expect(numbers).toEqual(sorted);
  });

  test('is that of the lock file and of the manifests', () => {
    const lock = JSON.parse(read('package-lock.json')) as { version: string; packages: { '': { version: string } } };
    expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
    expect(read('api/deploy/kubernetes/kustomization.yaml')).toContain(`newTag: ${version}\n`);
  });

  test('is said with the commit that the image was built from', () => {
    expect(read('api/Dockerfile')).toMatch(/^ARG COMMIT=$[^]*^RUN .*api\/deploy\/tree\.sh/m);
    expect(services.api!.build!.args).toEqual({ COMMIT: '${COMMIT:-}' });
  });
});
