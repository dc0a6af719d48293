import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadConfig } from '../src/shared/config.ts';
import {
  dockerfile,
  kustomization,
  node,
  of,
  only,
  pods,
  templateOf,
  variablesOf,
  type Policy,
  type Port,
} from './kubernetes-manifests.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

describe('pods', () => {
  test.each(pods)('%s has no right that it does not need, as the user of the image', (_, { spec }) => {
    const [user, group] = /^USER (\d+):(\d+)$/m.exec(dockerfile)!.slice(1).map(Number);
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: user,
        runAsGroup: group,
        fsGroup: group,
        seccompProfile: { type: 'RuntimeDefault' },
      },
    });
    expect(spec.containers[0]).toMatchObject({
      image: kustomization.images[0].name,
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      resources: {
        requests: { cpu: expect.any(String), memory: expect.any(String) },
        limits: { memory: expect.any(String) },
      },
    });
    const data = /^ENV DATA_DIR=(\S+)$/m.exec(dockerfile)![1]!;
    expect(spec.containers[0].volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/tmp', data]);
  });

  test('the Job does what `npm run migrate` does', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const [job] = templateOf('Job', 'airlog-migrate').spec.containers;
    expect(job.command!.join(' ')).toBe(scripts.migrate);
  });

  test('the ports are those of the server', () => {
    const { port, metricsPort } = loadConfig({
      ...variablesOf(node),
      SESSION_SECRET: '',
      ENCRYPTION_KEY: '',
      NODE_ENV: '',
      DATABASE_URL: '',
      STORAGE_URL: '',
      SMTP_URL: '',
      PUBLIC_URL: '',
    });
    expect(node.spec.containers[0].ports).toEqual([
      { name: 'http', containerPort: port },
      { name: 'metrics', containerPort: metricsPort },
    ]);
    expect(dockerfile).toContain(`\nEXPOSE ${port}\n`);
  });

  test('the probes are paths of the server: whether it lives, and whether it can serve', () => {
    const [{ startupProbe, livenessProbe, readinessProbe }] = node.spec.containers;
    const paths = [...read('api/src/health.ts').matchAll(/router\.get\('(\/\w+)'/g)].map(([, path]) => path);
    const asked = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet);
    expect(asked.map(({ path }) => path)).toEqual(['/healthz', '/healthz', '/readyz']);
    expect(asked.filter(({ path, port }) => !paths.includes(path) || port !== 'http')).toEqual([]);
    // A start that migrates nothing takes seconds, on a busy machine more.
    expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThanOrEqual(60);
  });

  test('a node has the time to drain, and 5 seconds each for answers, jobs and the log', () => {
    const drain = Number(variablesOf(node).DRAIN_SECONDS);
    const unready = node.spec.containers[0].readinessProbe;
    expect(node.spec.terminationGracePeriodSeconds).toBeGreaterThan(drain + 3 * 5);
    expect(drain).toBeGreaterThanOrEqual(unready.periodSeconds * unready.failureThreshold);
  });

  test('there are always two nodes, on two machines where there are two', () => {
    expect(only('Deployment')).toMatchObject({
      replicas: 2,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
    });
    expect(only('PodDisruptionBudget')).toMatchObject({ maxUnavailable: 1 });
    expect(node.spec).toMatchObject({
      topologySpreadConstraints: [
        { topologyKey: 'kubernetes.io/hostname' },
        { topologyKey: 'topology.kubernetes.io/zone' },
      ],
    });
  });
});

describe('the network', () => {
  const { labels } = node.metadata;

  test('the Service, the budget and what is counted for a spread are the nodes alone', () => {
    const selectors = [
      only<{ selector: object }>('Service').selector,
      only<{ selector: { matchLabels: object } }>('Deployment').selector.matchLabels,
      only<{ selector: { matchLabels: object } }>('PodDisruptionBudget').selector.matchLabels,
      only<Policy>('NetworkPolicy', 'airlog-node').podSelector.matchLabels,
    ];
    for (const selector of selectors) expect(selector).toEqual(labels);
    expect(
      pods.filter(
        ([, { metadata }]) => metadata.labels['app.kubernetes.io/component'] === labels['app.kubernetes.io/component'],
      ),
    ).toHaveLength(1);
  });

  test('the Ingress leads the address of the portal to the Service, with files of 100 MB', () => {
    const host = new URL(variablesOf(node).PUBLIC_URL!).hostname;
    const [service] = only<{ ports: [Port] }>('Service').ports;
    expect(service.targetPort).toBe('http');
    expect(only('Ingress')).toMatchObject({
      tls: [{ hosts: [host] }],
      rules: [
        {
          host,
          http: { paths: [{ path: '/', backend: { service: { name: 'airlog', port: { name: service.name } } } }] },
        },
      ],
    });
    expect(Object.values(of('Ingress')[0]!.metadata.annotations!)).toEqual(['100m', '100m']);
  });

  test('only the proxy reaches the portal, only Prometheus the metrics, and no one the pods of the owner', () => {
    const all = only<Policy>('NetworkPolicy');
    const policies = of('NetworkPolicy').map(({ spec }) => spec as unknown as Policy);
    expect(all).toMatchObject({
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'airlog' } },
      policyTypes: ['Ingress', 'Egress'],
    });
    for (const [, { metadata }] of pods) expect(metadata.labels).toMatchObject(all.podSelector.matchLabels);
    const open = policies.flatMap(({ podSelector, ingress = [] }) =>
      ingress.map(({ from, ports }) => [
        podSelector.matchLabels['app.kubernetes.io/component'],
        from.map((one) => one.namespaceSelector.matchLabels['kubernetes.io/metadata.name']),
        ports.map(({ port }) => port),
      ]),
    );
    expect(open).toEqual([
      ['node', ['ingress-nginx'], ['http']],
      ['node', ['monitoring'], ['metrics']],
    ]);
  });

  test('the pods reach DNS, the database, and others by TLS: not where clouds give credentials', () => {
    const { egress } = only<{ egress: { to: object[]; ports: Port[] }[] }>('NetworkPolicy');
    expect(egress.map(({ ports }) => ports.map(({ port }) => port))).toEqual([[5432], [53, 53], [443, 465, 587]]);
    expect(JSON.stringify(egress[2]!.to)).toContain('"except":["169.254.0.0/16"]');
  });
});
