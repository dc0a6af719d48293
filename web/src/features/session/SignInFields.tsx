import { Button, IconButton, Input, InputGroup, Stack, type InputProps } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FormErrors, FormField } from '../../components/FormField.tsx';

interface SignInFieldsProps {
  email: InputProps;
  password: InputProps;
  /** Codes of rules or messages of the server, by field. */
  errors: { email?: string; password?: string };
  /** Why signing in failed, when no field is the reason. */
  problem?: string;
  isSubmitting: boolean;
  /** The password is legible. */
  isShown: boolean;
  onToggle?: () => void;
}

/** The content of the sign-in form. It has no state: the build renders it too (sign-in/document.tsx). */
export function SignInFields(props: SignInFieldsProps) {
  const { errors, isShown } = props;
  const { t } = useTranslation('session');
  return (
    <Stack gap="4">
      <FormErrors message={props.problem} />
      <FormField label={t('email')} error={errors.email}>
        <Input type="email" autoComplete="username" {...props.email} />
      </FormField>
      <FormField label={t('password')} error={errors.password}>
        <InputGroup
          endElementProps={{ px: '1' }}
          endElement={
            <IconButton
              size="xs"
              variant="ghost"
              aria-label={t(isShown ? 'hidePassword' : 'showPassword')}
              aria-pressed={isShown}
              onClick={props.onToggle}
            >
              {isShown ? <EyeOff /> : <Eye />}
            </IconButton>
          }
        >
          <Input type={isShown ? 'text' : 'password'} autoComplete="current-password" {...props.password} />
        </InputGroup>
      </FormField>
      <Button type="submit" loading={props.isSubmitting} loadingText={t('signIn')}>
        {t('signIn')}
      </Button>
    </Stack>
  );
}
