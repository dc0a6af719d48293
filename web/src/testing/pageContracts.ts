import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Viewer } from '../lib/viewer.ts';

const PAGES = join(import.meta.dirname, '../pages');
const SUFFIX = '.contract.ts';

/** What tests expect of one page: `<Page>.contract.ts` next to it. */
export interface PageContract {
  /** The name of its entry in the navigation, and the field of the viewer without which there is none. */
  entry?: [name: string, field: Extract<keyof Viewer, `viewerCan${string}`>];
  /** The address and the heading of the page, whose accessibility browser tests check with the demo data. */
  screen?: [path: string, heading: string];
  /**
   * Of a list: each of its writes, a mutation or a file that sends over REST, with the title of the test that shows it in the
   * list without a reload, or with the reason why no row changes.
   */
  writes?: Record<string, string | { because: string }>;
}

const contractOf = async (file: string) =>
  ((await import(pathToFileURL(join(PAGES, file)).href)) as { contract: PageContract }).contract;
const files = globSync(`*${SUFFIX}`, { cwd: PAGES }).sort();
const contracts = await Promise.all(files.map(contractOf));

/** The contracts by the names of their pages. */
export const pageContracts: Record<string, PageContract> = Object.fromEntries(
  contracts.map((contract, index) => [basename(files[index]!, SUFFIX), contract]),
);
