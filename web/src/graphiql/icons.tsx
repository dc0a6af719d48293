const frame = { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 } as const;

/** A list of queries. */
export const ExamplesIcon = () => (
  <svg {...frame} aria-hidden>
    <path d="M9 6h11M9 12h11M9 18h11M4 6h1M4 12h1M4 18h1" strokeLinecap="round" />
  </svg>
);

/** A table. */
export const TableIcon = () => (
  <svg {...frame} aria-hidden>
    <path d="M4 5h16v14H4zM4 10h16M10 10v9" strokeLinejoin="round" />
  </svg>
);

/** A bookmark. */
export const SavedIcon = () => (
  <svg {...frame} aria-hidden>
    <path d="M6 4h12v16l-6-4-6 4z" strokeLinejoin="round" />
  </svg>
);
