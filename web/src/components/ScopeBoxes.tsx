import { Checkbox, Fieldset, SimpleGrid, Text } from '@chakra-ui/react';
import { CircleAlert } from 'lucide-react';
import { useRuleText } from './FormField.tsx';
import { SkeletonLines } from './Skeletons.tsx';

/** What a token or a key may do, one box for each scope that the viewer may give. */
export function ScopeBoxes(props: {
  legend: string;
  /** Behind the legend: how many are asked for. */
  hint: string;
  scopes: readonly { id: string; description: string }[];
  loading?: boolean;
  disabled?: boolean;
  value: readonly string[];
  onChange: (value: string[]) => void;
  onBlur?: () => void;
  /** The code of a rule. */
  error: string | undefined;
}) {
  const { legend, hint, scopes, loading, disabled, value, onChange, onBlur, error } = props;
  const text = useRuleText(error);
  return (
    <Fieldset.Root invalid={error !== undefined} disabled={disabled}>
      <Fieldset.Legend textStyle="sm" fontWeight="medium" color="fg">
        {legend}
        <span aria-hidden="true">{` (${hint})`}</span>
      </Fieldset.Legend>
      {loading ? <SkeletonLines lines={3} /> : null}
      <SimpleGrid columns={{ base: 1, sm: 2 }} columnGap="4" rowGap="2" mt="2">
        {scopes.map(({ id, description }) => (
          <Checkbox.Root
            key={id}
            size="sm"
            alignItems="flex-start"
            invalid={error !== undefined}
            disabled={disabled}
            checked={value.includes(id)}
            onCheckedChange={({ checked }) =>
              onChange(checked === true ? [...value, id] : value.filter((one) => one !== id))
            }
          >
            <Checkbox.HiddenInput onBlur={onBlur} />
            <Checkbox.Control mt="0.5" />
            <Checkbox.Label fontWeight="normal" minW="0" overflowWrap="anywhere">
              {description}
              <Text as="span" display="block" fontFamily="mono" textStyle="xs" color="fg.muted">
                {id}
              </Text>
            </Checkbox.Label>
          </Checkbox.Root>
        ))}
      </SimpleGrid>
      {text ? (
        <Fieldset.ErrorText display="flex" alignItems="center" gap="1" textStyle="xs">
          <CircleAlert size={14} aria-hidden="true" />
          {text}
        </Fieldset.ErrorText>
      ) : null}
    </Fieldset.Root>
  );
}
