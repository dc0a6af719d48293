import { Box, chakra, useSlotRecipe } from '@chakra-ui/react';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';

interface PageTab {
  /** The address of the tab is #value; that of the first one is the page's own. */
  value: string;
  label: string;
  content: ReactNode;
}

/**
 * The tabs of a page. The address keeps which one is open, so that it can be shared and Back returns to the tab before.
 * The content of a tab is mounted when the tab is first opened, and stays mounted. For a form in tabs: FormTabs.
 *
 *   <PageTabs label={t('tabs.label')} tabs={tabs} />
 *
 * Not Chakra's component, whose state machine is for more than a page needs before its first paint; its styles are.
 */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  const id = useId();
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const styles = useSlotRecipe({ key: 'tabs' })({ variant: 'line' });
  const open = Math.max(
    0,
    tabs.findIndex(({ value }) => hash === `#${value}`),
  );
  const [seen, setSeen] = useState<ReadonlySet<number>>(() => new Set([open]));
  if (!seen.has(open)) setSeen(new Set([...seen, open]));

  function select(index: number) {
    if (index === open) return;
    void navigate({ search, hash: index === 0 ? '' : tabs[index]!.value }, { preventScrollReset: true });
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const next = { ArrowRight: open + 1, ArrowLeft: open - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const index = (next + tabs.length) % tabs.length;
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
    select(index);
  }

  return (
    <Box css={styles.root} data-orientation="horizontal">
      <Box
        role="tablist"
        aria-label={label}
        className="no-print"
        css={styles.list}
        data-orientation="horizontal"
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab, index) => (
          <chakra.button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.value}`}
            aria-controls={seen.has(index) ? `${id}-panel-${tab.value}` : undefined}
            aria-selected={index === open}
            tabIndex={index === open ? 0 : -1}
            data-orientation="horizontal"
            css={styles.trigger}
            onClick={() => select(index)}
          >
            {tab.label}
          </chakra.button>
        ))}
      </Box>
      {tabs.map((tab, index) =>
        seen.has(index) ? (
          <Box
            key={tab.value}
            role="tabpanel"
            id={`${id}-panel-${tab.value}`}
            aria-labelledby={`${id}-tab-${tab.value}`}
            hidden={index !== open}
            data-orientation="horizontal"
            css={styles.content}
          >
            {tab.content}
          </Box>
        ) : null,
      )}
    </Box>
  );
}
