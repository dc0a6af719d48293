import { Badge, Box, Tabs, VisuallyHidden } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface FormTab {
  value: string;
  label: string;
  /** The fields of the panel; `locations` names `locations.0.city` too. */
  fields: readonly string[];
  content: ReactNode;
}

/**
 * The panels are as high as the highest of the patient's form, so that its buttons stay where they are whichever is open.
 * On a phone, where the form is the page, each has its own height.
 */
const HEIGHT = { sm: '32.5rem' };

/** The number of invalid fields that belong to a tab. */
const errorsIn = ({ fields }: FormTab, invalid: readonly string[]) =>
  invalid.filter((name) => fields.some((field) => name === field || name.startsWith(`${field}.`))).length;

/**
 * A form in tabs: each tab shows how many invalid fields its panel has, and a refused submit opens the first that has
 * any. Hidden panels stay mounted, so that typed values are kept.
 *
 *   <FormTabs tabs={tabs} invalid={Object.keys(errors)} submits={form.formState.submitCount} />
 */
export function FormTabs(props: {
  tabs: readonly FormTab[];
  /** Names of the fields that are invalid now. */
  invalid: readonly string[];
  /** Number of submits so far. */
  submits: number;
}) {
  const { t } = useTranslation('components');
  const { tabs, invalid, submits } = props;
  const [open, setOpen] = useState(tabs[0]!.value);
  const [seen, setSeen] = useState(submits);

  // During render instead of after it: the first invalid field is focused next, and a hidden field cannot take the
  // focus.
  if (submits !== seen) {
    setSeen(submits);
    const first = tabs.find((tab) => errorsIn(tab, invalid) > 0);
    if (first) setOpen(first.value);
  }

  return (
    <Tabs.Root value={open} onValueChange={({ value }) => setOpen(value)} variant="line">
      {/* In one row on a phone, which scrolls; in more where the labels with their numbers are too long for one. */}
      <Tabs.List overflowX="auto" overflowY="hidden" flexWrap={{ sm: 'wrap' }}>
        {tabs.map((tab) => {
          const count = errorsIn(tab, invalid);
          return (
            <Tabs.Trigger key={tab.value} value={tab.value} flexShrink="0" px="3">
              {tab.label}
              {count > 0 ? (
                <Badge colorPalette="red" variant="solid">
                  <span aria-hidden="true">{count}</span>
                  <VisuallyHidden>{t('tabs.errors', { count })}</VisuallyHidden>
                </Badge>
              ) : null}
            </Tabs.Trigger>
          );
        })}
      </Tabs.List>
      <Box minH={HEIGHT}>
        {tabs.map((tab) => (
          <Tabs.Content key={tab.value} value={tab.value}>
            {tab.content}
          </Tabs.Content>
        ))}
      </Box>
    </Tabs.Root>
  );
}
