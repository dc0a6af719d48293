import { useTranslation } from 'react-i18next';
import { toaster } from '../../components/Toaster.tsx';
import { useLeaveQuestion } from '../../components/useLeaveQuestion.ts';
import { graphql } from '../../lib/graphql.ts';
import { page } from '../../lib/page.ts';
import { discardWork, workState } from '../../lib/unsavedWork.ts';
import { urls } from '../../lib/urls.ts';
import { tellOtherTabs } from '../../lib/userActivity.ts';
import { useSwitchOrganization } from './gql/useActIn.ts';

graphql(`
  mutation SwitchOrganization($input: SwitchOrganizationInput!) {
    switchOrganization(input: $input) {
      viewer {
        locale
      }
      ...UserErrors
    }
  }
`);

/**
 * Returns a function that lets support staff act in an organization, or in all of them (null). The home page is loaded
 * again, so that nothing of other organizations stays in memory. A toast shows a failure.
 */
export function useActIn(): (organizationId: string | null) => Promise<void> {
  const { t } = useTranslation('organizations');
  const switchOrganization = useSwitchOrganization();
  const askToLeave = useLeaveQuestion();

  return async (organizationId) => {
    if (workState() !== 'clean' && !(await askToLeave())) return;
    try {
      await switchOrganization({ input: { organizationId } });
    } catch {
      toaster.error({ title: t('acting.failed') });
      return;
    }
    tellOtherTabs('switched');
    discardWork();
    page.open(urls.home);
  };
}
