import { readFileSync } from 'node:fs';
import type { PluginFunction } from '@graphql-codegen/plugin-helpers';

/** A part and an item that are for operators, who read the changelog itself (docs/upgrading.md). */
const FOR_OPERATORS = /^(Before you update$|For operators:)/;

/** Returns the text of a part of the changelog without links and emphasis. Code keeps its backticks. */
const plain = (markdown: string): string =>
  markdown
    .replace(/\s*\n\s*/g, ' ')
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/(`[^`]*`)|\b_([^_`]+)_\b/g, (_match, code?: string, emphasis?: string) => code ?? emphasis!)
    .trim();

/** Returns the newest version of a changelog that users see, and its parts with their items. Throws without a version. */
function newsOf(changelog: string) {
  const [, newest] = changelog.split(/^## /m);
  const version = /^\[(\d+\.\d+\.\d+)\]/.exec(newest ?? '')?.[1];
  if (!newest || !version) throw new Error('CHANGELOG.md has no version.');
  const parts = newest
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [title, ...rest] = part.split('\n');
      const items = rest
        .join('\n')
        .split(/^- /m)
        .slice(1)
        .map(plain)
        .filter((item) => !FOR_OPERATORS.test(item));
      return { title: title!.trim(), items };
    })
    .filter(({ title }) => !FOR_OPERATORS.test(title));
  return { version, parts };
}

const { version, parts } = newsOf(readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8'));

/** Emits what is new: the newest version of CHANGELOG.md for news.ts, and its number alone for newsVersion.ts. */
export const plugin: PluginFunction = (_schema, _documents, _config, info) =>
  info!.outputFile!.endsWith('newsVersion.ts')
    ? `export const newsVersion = '${version}';\n`
    : `export const news: readonly { title: string; items: readonly string[] }[] = ${JSON.stringify(parts, null, 2)};\n`;
