// The built app, served as it will be, in Debian's Chromium.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { preview, type PreviewServer } from 'vite';

export const PICTURES = 'test-pictures';

export interface App {
  url: string;
  /** A new visitor: nothing is kept from the others. */
  visit(options?: { phone?: boolean; lang?: string; light?: boolean }): Promise<Page>;
  stop(): Promise<void>;
}

export async function start(): Promise<App> {
  mkdirSync(PICTURES, { recursive: true });
  const server: PreviewServer = await preview({ preview: { host: '127.0.0.1', port: 0, strictPort: false }, logLevel: 'error' });
  const url = server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  return {
    url,
    async visit({ phone = false, lang = 'en-GB', light = false } = {}) {
      const context = await browser.newContext({
        locale: lang,
        colorScheme: light ? 'light' : 'dark',
        ...(phone
          ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
          : { viewport: { width: 1280, height: 900 } }),
      });
      const page = await context.newPage();
      const wrong: string[] = [];
      page.on('pageerror', (error) => wrong.push(error.message));
      page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
      wrongs.set(page, wrong);
      return page;
    },
    async stop() {
      await browser.close();
      await server.close();
    },
  };
}

const wrongs = new WeakMap<Page, string[]>();

/** What the page complained about so far. */
export function complaints(page: Page): string[] {
  return wrongs.get(page) ?? [];
}

/** The middle of a square on the page. */
async function middle(page: Page, square: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(`[data-square="${square}"]`).boundingBox();
  if (!box) throw new Error(`no square ${square}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function tap(page: Page, ...squares: string[]): Promise<void> {
  for (const square of squares) {
    const { x, y } = await middle(page, square);
    await page.mouse.click(x, y);
  }
}

export async function drag(page: Page, from: string, to: string): Promise<void> {
  const [start, end] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

export async function press(page: Page, square: string): Promise<void> {
  const { x, y } = await middle(page, square);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.getByText(new RegExp(`Split ${square}`)).waitFor();
  await page.mouse.up();
}

/** What a square says to a screen reader. */
export async function told(page: Page, square: string): Promise<string> {
  return (await page.locator(`[data-square="${square}"]`).getAttribute('aria-label')) ?? '';
}

export async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** Starts a game from the front page, as somebody does who has never been here. */
export async function newGame(page: Page, url: string, variant: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('radio', { name: new RegExp(variant, 'i') }).check();
  await page.getByRole('button', { name: /Start the game|Empezar la partida/ }).click();
  await page.locator('[data-square="e2"]').waitFor();
}

/** Waits until the computer has answered and it is our turn. */
export async function ourTurn(page: Page): Promise<void> {
  await page.getByText(/Your turn|Te toca/).waitFor();
}
