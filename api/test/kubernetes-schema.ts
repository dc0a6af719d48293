import * as apps from 'kubernetes-models/apps/v1';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';

interface Named {
  apiVersion: string;
  kind: string;
}
type Models = Record<string, { prototype: { validate(this: object): void } }>;

const GROUPS: Record<string, object> = {
  v1: core,
  'apps/v1': apps,
  'batch/v1': batch,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
};

/** Returns an object that notes which of its properties are read, of its parts too. */
function noting<Value>(value: Value, path: string, read: Set<string>): Value {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, key) {
      const part: unknown = Reflect.get(target, key);
      if (typeof key === 'symbol' || !Object.hasOwn(target, key)) return part;
      read.add(`${path}.${key}`);
      return noting(part, `${path}.${key}`, read);
    },
  });
}

function pathsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [`${path}.${key}`, ...pathsOf(part, `${path}.${key}`)]);
}

/**
 * Returns what is wrong with a manifest by the published schema of its kind: a wrong or missing value, or the paths of the
 * fields that the schema does not know. It allows them, as Kubernetes ignores them; but it never reads them.
 */
export function faultsOf(manifest: Named): string[] {
  const models = GROUPS[manifest.apiVersion] as Models;
  const read = new Set<string>();
  try {
    models[manifest.kind]!.prototype.validate.call(noting(manifest, '', read));
  } catch (error) {
    return [(error as Error).message];
  }
  return pathsOf(manifest).filter((path) => !read.has(path));
}
