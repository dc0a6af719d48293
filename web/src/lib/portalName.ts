/** Returns the name of this installation: PORTAL_NAME of the server, which writes it into the page. */
export function portalName(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="portal-name"]');
  if (!meta) throw new Error('The page has no portal-name.');
  return meta.content;
}

/** Sets the title of the tab: what it shows, and the name of the portal. */
export function setTabTitle(shown: string): void {
  document.title = `${shown} · ${portalName()}`;
}
