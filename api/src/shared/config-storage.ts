import type { Bucket } from './s3.ts';

const FORM = 'STORAGE_URL must be s3://KEY:SECRET@HOST/BUCKET or s3://KEY:SECRET@HOST/BUCKET/FOLDER';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const FOLDER = /^[\w-][\w.-]*$/;
const REGION = /^[a-z0-9-]{1,40}$/;

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/**
 * Returns the bucket that an address names, or one readable line that says what is wrong with it, without a part of the
 * address. `s3:` is https; plain http is for trials.
 */
export function bucketOf(address: string, production: boolean): Bucket | string {
  const url = URL.parse(address);
  if (!url || !['s3:', 'https:', 'http:'].includes(url.protocol) || !url.host) return `${FORM}.`;
  if (production && url.protocol === 'http:') return 'STORAGE_URL must not be http:// in production.';
  const [accessKeyId, secretAccessKey] = [decoded(url.username), decoded(url.password)];
  if (!accessKeyId || !secretAccessKey) return `${FORM}, with a percent-encoded KEY and SECRET.`;
  const [name = '', ...folders] = url.pathname.replace(/^\/|\/$/g, '').split('/');
  if (!BUCKET.test(name)) return `${FORM}: its BUCKET is not the name of a bucket.`;
  if (!folders.every((folder) => FOLDER.test(folder))) return `${FORM}: its FOLDER may have letters, digits, - _ and .`;
  const { region = 'us-east-1', ...others } = Object.fromEntries(url.searchParams);
  if (Object.keys(others).length > 0 || !REGION.test(region) || url.hash)
    return `${FORM}, and may end with ?region=REGION only.`;
  const endpoint = `${url.protocol === 'http:' ? 'http' : 'https'}://${url.host}`;
  const prefix = folders.map((folder) => `${folder}/`).join('');
  return { endpoint, name, prefix, region, accessKeyId, secretAccessKey };
}
