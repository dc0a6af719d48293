import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');
export const FOLDER = join(ROOT, 'api/deploy/kubernetes');
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');
/** Not in the list of kustomize: it has no real secret. */
export const EXAMPLE = 'secrets.example.yaml';

interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  failureThreshold: number;
}
interface Container {
  name: string;
  image: string;
  command?: string[];
  ports?: { name: string; containerPort: number }[];
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  volumeMounts: { name: string; mountPath: string }[];
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
}
export interface Template {
  metadata: { labels: Record<string, string> };
  spec: { terminationGracePeriodSeconds: number; securityContext: object; containers: [Container] };
}
export interface Port {
  name?: string;
  port: number | string;
  targetPort?: string;
}
export interface Policy {
  podSelector: { matchLabels: Record<string, string> };
  ingress?: { from: { namespaceSelector: { matchLabels: Record<string, string> } }[]; ports: Port[] }[];
}
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec: Record<string, unknown>;
}

export const kustomization = parse(read('kustomization.yaml')) as {
  resources: string[];
  images: [{ name: string; newTag: string }];
};
export const manifests = [...kustomization.resources, EXAMPLE].flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest),
);
/** Returns the manifests of a kind. */
export const of = (kind: string) => manifests.filter((one) => one.kind === kind);
/** Returns what the manifest of a kind and a name asks for. */
export const only = <Spec>(kind: string, name = 'airlog') =>
  of(kind).find(({ metadata }) => metadata.name === name)!.spec as Spec;
/** Returns the pods that a manifest makes. */
export const templateOf = (kind: string, name: string) => only<{ template: Template }>(kind, name).template;
/** Each pod, by the name of its manifest. */
export const pods = (
  [
    ['Deployment', 'airlog'],
    ['Job', 'airlog-migrate'],
    ['Deployment', 'airlog-commands'],
  ] as const
).map(([kind, name]) => [name, templateOf(kind, name)] as const);
export const node = templateOf('Deployment', 'airlog');
export const dockerfile = readFileSync(join(ROOT, 'api/Dockerfile'), 'utf8');

/** Returns the variables of a pod, with those of the image; of the secrets as the example gives them. */
export function variablesOf({ spec: { containers } }: Template): Record<string, string> {
  const image = Object.fromEntries(
    [...dockerfile.matchAll(/^ENV (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]),
  );
  const given = containers[0].envFrom.map(({ configMapRef, secretRef }) => {
    const name = configMapRef?.name ?? secretRef!.name;
    const source = of(configMapRef ? 'ConfigMap' : 'Secret').find(({ metadata }) => metadata.name === name)!;
    return source.data ?? source.stringData!;
  });
  return Object.assign(image, ...given) as Record<string, string>;
}
