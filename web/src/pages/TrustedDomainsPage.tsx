import { useTranslation } from 'react-i18next';
import { ListPage } from '../components/ListPage.tsx';
import { NoPermission } from '../components/NoPermission.tsx';
import { AddTrustedDomain } from '../features/trusted-domains/AddTrustedDomain.tsx';
import { trustedDomainList } from '../features/trusted-domains/trustedDomainList.tsx';
import { useViewer } from '../lib/viewer.ts';

/** The domains of which the addresses of new users must be, when there is one. */
export function TrustedDomainsPage() {
  const { t } = useTranslation('trusted-domains');
  const { viewerCanManageTrustedDomains } = useViewer();
  if (!viewerCanManageTrustedDomains) return <NoPermission />;
  return <ListPage list={trustedDomainList} title={t('title')} action={<AddTrustedDomain />} t={t} />;
}
