import { GROUPS, type Example } from './example.ts';
import { EXAMPLES } from './examples.ts';
import { useTexts } from './texts.ts';
import { useOpenQuery } from './useOpenQuery.ts';

/** Returns the date that many days ago, as the API takes it. */
function daysAgo(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() - days);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

/** Queries by task. One opens in a tab of its own, so that nothing typed is lost; it does not run by itself. */
export function ExamplesPanel() {
  const texts = useTexts();
  const openQuery = useOpenQuery();
  const open = ({ query, variables }: Example) =>
    openQuery({ query, variables: variables ? JSON.stringify(variables(daysAgo), null, 2) : '' });
  return (
    <section className="panel" aria-label={texts.examples.title}>
      <h2>{texts.examples.title}</h2>
      <p>{texts.examples.about}</p>
      {GROUPS.map((group) => (
        <section key={group} aria-labelledby={`examples-${group}`}>
          <h3 id={`examples-${group}`}>{texts.examples.groups[group]}</h3>
          <ul>
            {EXAMPLES.filter((example) => example.group === group).map((example) => (
              <li key={example.name}>
                <button type="button" onClick={() => open(example)}>
                  {texts.examples.names[example.name]}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
