import { Badge, Button, Stack } from '@chakra-ui/react';
import { ListFilter } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from './Drawer.tsx';
import { focusFirstInvalid } from './firstField.ts';

/** Values of a panel's filters by name; null and '' do not filter. */
export type PanelFilters = Readonly<Record<string, string | null>>;

const countOf = (filters: PanelFilters) =>
  Object.values(filters).filter((value) => value !== null && value !== '').length;

/**
 * The filter side panel of a list: a button that says how many filters are applied, and a drawer with the controls.
 * Changes are a draft until Apply, which needs every field to be valid; closing the drawer drops it. Clear all applies no filters at once.
 *
 *   <SidePanel applied={filters} onApply={setFilters}>
 *     {(draft, change) => <FormField label={t('status')}>… value={draft.status} onChange={(status) => change({ status })}</FormField>}
 *   </SidePanel>
 */
export function SidePanel<Filters extends PanelFilters>(props: {
  applied: Filters;
  onApply: (filters: Filters) => void;
  /** The number of filters that are applied and what removes them, where there are others than those of the panel. */
  all?: { count: number; clear: () => void };
  children: (draft: Filters, change: (values: Partial<Filters>) => void) => ReactNode;
}) {
  const { t } = useTranslation('components');
  const form = useId();
  const [draft, setDraft] = useState<Filters | null>(null);
  const count = props.all?.count ?? countOf(props.applied);
  const close = () => setDraft(null);

  function apply(filters: Filters) {
    props.onApply(filters);
    close();
  }
  const none = () => Object.fromEntries(Object.keys(props.applied).map((name) => [name, null])) as Filters;
  function clear() {
    if (!props.all) return apply(none());
    props.all.clear();
    close();
  }

  return (
    <>
      <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => setDraft(props.applied)}>
        <ListFilter />
        {t('panel.filters')}
        {count > 0 ? (
          <Badge colorPalette="teal" variant="solid" aria-label={t('panel.applied', { count })}>
            {count}
          </Badge>
        ) : null}
      </Button>
      <Drawer
        open={draft !== null}
        onClose={close}
        title={t('panel.filters')}
        size="sm"
        footer={
          <>
            <Button variant="ghost" onClick={clear}>
              {t('filter.clear')}
            </Button>
            <Button type="submit" form={form}>
              {t('filter.apply')}
            </Button>
          </>
        }
      >
        <form
          id={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const panel = event.currentTarget;
            if (panel.querySelector('[aria-invalid="true"]')) focusFirstInvalid(panel);
            else if (draft) apply(draft);
          }}
        >
          <Stack gap="4">{draft ? props.children(draft, (values) => setDraft({ ...draft, ...values })) : null}</Stack>
        </form>
      </Drawer>
    </>
  );
}
