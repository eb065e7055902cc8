// Chromium behind the stand-in: one browser whose every request is decided by the app's own handlers.
import { chromium, type BrowserContext, type Page, type Route } from 'playwright-core';
import { chromiumSwitches, findChromium } from './chromium.ts';
import { note } from './journal.ts';

/** What the main process decided about pages; window.ts and electron.ts put it here. */
export interface PageRules {
  handlers: Map<string, (request: Request) => Response | Promise<Response>>;
  filter: ((details: { url: string }, decide: (verdict: { cancel?: boolean }) => void) => void) | null;
  /** Whether a main-frame navigation may go on. */
  mayNavigate(page: Page, url: string): boolean;
  readonly switches: string[];
}

export const rules: PageRules = {
  handlers: new Map(),
  filter: null,
  mayNavigate: () => true,
  switches: [],
};

/** Chromium does not route schemes it does not know, so `app://x/y` is `https://x.app.invalid/y` in the browser. */
export function toBrowser(url: string): string {
  return url.replace(/^app:\/\/([a-z]+)/, 'https://$1.app.invalid');
}

export function fromBrowser(url: string): string {
  return url.replace(/^https:\/\/([a-z]+)\.app\.invalid/, 'app://$1');
}

let starting: Promise<BrowserContext> | null = null;
const own = new Set<Page>();

/** Opens a page that belongs to a window; every other page is a popup and is closed at once. */
export async function openPage(): Promise<Page> {
  const context = await (starting ??= start());
  // The browser starts with one page; any other that is not a window's is a popup on its way out.
  const first = own.size === 0 ? context.pages()[0] : undefined;
  const page = first ?? (await context.newPage());
  own.add(page);
  return page;
}

/** Ends the browser. */
export async function closePages(): Promise<void> {
  const context = await starting?.catch(() => null);
  await context?.close();
}

async function start(): Promise<BrowserContext> {
  const profile = process.env['ASSAY_STAND_IN_PROFILE'];
  if (!profile) throw new Error('ASSAY_STAND_IN_PROFILE must name a folder.');
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    headless: true,
    args: [...chromiumSwitches(), ...rules.switches, '--remote-debugging-port=0'],
  });
  await context.route('**/*', (route) => decide(route));
  context.on('page', (page) => {
    void page.opener().then((opener) => {
      if (opener) void page.close().then(() => note({ kind: 'popup-closed' }));
    });
  });
  return context;
}

async function decide(route: Route): Promise<void> {
  const request = route.request();
  const url = fromBrowser(request.url());
  const page = pageOf(route);
  if (page === null || !own.has(page)) {
    note({ kind: 'popup-request', url });
    return route.abort('blockedbyclient');
  }
  const isMain = request.isNavigationRequest() && request.frame() === page.mainFrame();
  if (isMain && !rules.mayNavigate(page, url)) {
    note({ kind: 'navigation-prevented', url });
    return route.abort('aborted');
  }
  const verdict = await new Promise<{ cancel?: boolean }>((resolve) =>
    rules.filter ? rules.filter({ url }, resolve) : resolve({}),
  );
  if (verdict.cancel) {
    note({ kind: 'cancelled', url });
    return route.abort('blockedbyclient');
  }
  const handler = rules.handlers.get(new URL(url).protocol.slice(0, -1));
  if (!handler) {
    // A test must not reach the network: that nothing held the request back is what it is told.
    note({ kind: 'let-through', url });
    return route.abort('failed');
  }
  const response = await handler(new Request(url, { method: request.method() }));
  note({ kind: 'served', url, status: response.status });
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  });
}

function pageOf(route: Route): Page | null {
  try {
    return route.request().frame().page();
  } catch {
    // A popup asks before it is known as a page.
    return null;
  }
}
