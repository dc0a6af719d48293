/** Returns the country of new addresses: that of the server's APP_REGION, which it writes into the page; by default US. */
export function defaultCountry(): 'US' | 'CA' {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="app-region"]');
  return meta?.content === 'ca' ? 'CA' : 'US';
}
