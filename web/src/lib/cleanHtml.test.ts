import { describe, expect, test } from '@jest/globals';
import { cleanHtml } from './cleanHtml.ts';

// The server's full list of payloads runs against its own sanitizer; this is one of each kind.
const payloads = [
  '<script>alert(1)</script>x',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<form action=https://evil.test><input name=p><button>x</button></form>',
  '<style>*{display:none}</style>',
  '<link rel=stylesheet href=https://evil.test>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" java&#10;script:alert(1)">x</a>',
  '<a href="data:text/html,x">x</a>',
  '<a href="//evil.test">x</a>',
  '<a href="/logout">x</a>',
  '<a href="http://evil.test">x</a>',
  '<a href="https:evil.test">x</a>',
  '<a href="https://portal.test@evil.test">x</a>',
  '<b onclick=alert(1) style="position:fixed" class=x id=root data-x=1 aria-label=x>x</b>',
  '<details open ontoggle=alert(1)>x</details>',
  '<base href=https://evil.test>',
  '<template><img onerror=alert(1)></template>',
  '<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<a href="https://x.test" onclick=alert(1) ping=https://evil.test>x</a>',
];

describe('a message in the browser', () => {
  test.each(payloads)('is sanitized of %s', (payload) => {
    const box = document.createElement('div');
    box.innerHTML = cleanHtml(`<p>Before</p>${payload}`);
    expect(box.textContent).toContain('Before');
    for (const element of box.querySelectorAll('*')) {
      expect(element.tagName).toMatch(/^(B|I|EM|STRONG|A|BR|P|UL|OL|LI|CODE)$/);
      const attributes = element.getAttributeNames();
      expect(attributes.filter((name) => !['href', 'target', 'rel'].includes(name))).toEqual([]);
      expect(element.getAttribute('href') ?? 'https://').toMatch(/^https:\/\/[^@]*$/);
      expect(element.tagName === 'A' || attributes.length === 0).toBe(true);
    }
  });

  test('keeps the allowed tags, and its links open outside the portal', () => {
    const html =
      '<p><b>b</b><i>i</i><em>e</em><strong>s</strong><code>c</code><br></p><ul><li>1</li></ul><ol><li>2</li></ol>';
    expect(cleanHtml(html)).toBe(html);
    expect(cleanHtml('<a href="https://example.test/x">l</a>')).toBe(
      '<a href="https://example.test/x" target="_blank" rel="noopener noreferrer">l</a>',
    );
  });
});
