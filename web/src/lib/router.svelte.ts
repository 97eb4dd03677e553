// Which page is shown. Addresses are paths; what follows # is data of the page, never sent anywhere.

class Router {
  path = $state(location.pathname);
  fragment = $state(location.hash.slice(1));

  constructor() {
    addEventListener('popstate', () => this.read());
    addEventListener('hashchange', () => this.read());
  }

  private read(): void {
    this.path = location.pathname;
    this.fragment = location.hash.slice(1);
  }

  go(address: string, replace = false): void {
    if (address === location.pathname + location.search + location.hash) return;
    history[replace ? 'replaceState' : 'pushState'](null, '', address);
    this.read();
    if (!replace) scrollTo(0, 0);
  }
}

export const router = new Router();

/** Follows links within the app without loading it again. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  event.preventDefault();
  router.go(link.pathname + link.search + link.hash);
}
