import { createHash } from 'node:crypto';

/** The whole style of the pages. Colors meet a contrast of 4.5:1 in both modes. */
export const STYLE = `
:root { color-scheme: light dark; --text: #1a202c; --muted: #4a5568; --page: #fff; --code: #f3f5f8; --line: #d5dbe3; --link: #1a56b0 }
@media (prefers-color-scheme: dark) { :root { --text: #e8ecf1; --muted: #b3bdca; --page: #11161d; --code: #1b222c; --line: #374250; --link: #8ab8ff } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 52rem; padding: 0 1rem 3rem; font: 1rem/1.55 system-ui, sans-serif; color: var(--text); background: var(--page); overflow-wrap: anywhere }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; padding-top: 1rem }
header p { margin: 0; font-weight: 600 }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: .75rem 0; border-bottom: 1px solid var(--line) }
nav a, header a { display: inline-block; padding: .25rem 0 }
nav a[aria-current] { font-weight: 600; color: var(--text); text-decoration: none }
a { color: var(--link) }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 1.5rem 0 .75rem }
h2 { font-size: 1.25rem; margin: 2.25rem 0 .5rem }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem }
code { font: .875rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--code); border-radius: .25rem; padding: .1rem .25rem }
pre { background: var(--code); border: 1px solid var(--line); border-radius: .375rem; padding: .75rem 1rem; overflow-x: auto; overflow-wrap: normal }
pre code { padding: 0; background: none }
dt { margin-top: .75rem; font-weight: 600 }
dd { margin: .125rem 0 0 }
section { border-top: 1px solid var(--line); padding: .25rem 0 .75rem }
section p { margin: .25rem 0 }
section .facts, footer { color: var(--muted); font-size: .875rem }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem }
.skip { position: absolute; left: -100rem }
.skip:focus { left: 1rem; top: .5rem; background: var(--page) }
`;

/** The pages run nothing, load nothing, and have this one style. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
