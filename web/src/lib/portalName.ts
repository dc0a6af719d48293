/** Returns the name of this installation: the server's PORTAL_NAME, which it writes into the page. */
export function portalName(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="portal-name"]');
  if (!meta) throw new Error('The page has no portal-name.');
  return meta.content;
}

/** Sets the title of the tab: the content and the name of the portal. */
export function setTabTitle(shown: string): void {
  document.title = `${shown} · ${portalName()}`;
}
