// The built app from the real server, in Debian's Chromium.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from 'playwright-core';

export const PICTURES = 'test-pictures';

/** The program under test; Cargo has built it. */
const PROGRAM = process.env['QAISSA'] ?? '../target/debug/qaissa';

export interface App {
  url: string;
  /** A new visitor: nothing is kept from the others. */
  visit(options?: { phone?: boolean; lang?: string; light?: boolean }): Promise<Page>;
  /** Ends the server as a crash does, and starts it again with what it has kept. */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

class Server {
  private process: ChildProcess | undefined;
  private readonly folder = mkdtempSync(join(tmpdir(), 'qaissa-browser-'));
  private port = 0;

  async start(): Promise<string> {
    const process = spawn(PROGRAM, ['serve', '--listen', `127.0.0.1:${this.port}`, '--database', `sqlite://${this.folder}/games.db`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.process = process;
    for await (const line of createInterface({ input: process.stdout })) {
      const [, url, port] = /(http:\/\/127\.0\.0\.1:(\d+))/.exec(line) ?? [];
      if (url === undefined) continue;
      this.port = Number(port);
      process.stdout.resume();
      return url;
    }
    throw new Error('the server did not start');
  }

  async kill(): Promise<void> {
    const process = this.process;
    if (process === undefined || process.exitCode !== null) return;
    const gone = new Promise((resolve) => process.once('exit', resolve));
    process.kill('SIGKILL');
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export async function start(): Promise<App> {
  mkdirSync(PICTURES, { recursive: true });
  const server = new Server();
  const url = await server.start();
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
      // What the policy of the page forbids must not be wanted by the app.
      await page.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => console.error(`forbidden by ${violatedDirective}: ${blockedURI}`)),
      );
      wrongs.set(page, wrong);
      if (phone) phones.add(page);
      return page;
    },
    async restart(meanwhile) {
      await server.kill();
      try {
        await meanwhile?.();
      } finally {
        await server.start();
      }
    },
    async stop() {
      await browser.close();
      await server.stop();
    },
  };
}

const wrongs = new WeakMap<Page, string[]>();
const phones = new WeakSet<Page>();

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

/** Taps squares one after the other, on a phone with a finger. */
export async function tap(page: Page, ...squares: string[]): Promise<void> {
  const pointer = phones.has(page) ? page.touchscreen.tap.bind(page.touchscreen) : page.mouse.click.bind(page.mouse);
  for (const square of squares) {
    const { x, y } = await middle(page, square);
    await pointer(x, y);
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

/** Holds a piece until it begins to split; on a phone with a finger. */
export async function press(page: Page, square: string): Promise<void> {
  const { x, y } = await middle(page, square);
  const begun = () => page.getByText(new RegExp(`Split ${square}`)).waitFor();
  if (phones.has(page)) {
    const line = await page.context().newCDPSession(page);
    await line.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await begun();
    await line.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    return;
  }
  await page.mouse.move(x, y);
  await page.mouse.down();
  await begun();
  await page.mouse.up();
}

/** Takes one page off the network, or brings it back; other pages of the same visitor keep it. */
export async function cutOff(page: Page): Promise<() => Promise<void>> {
  const line = await page.context().newCDPSession(page);
  const be = (offline: boolean) => line.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
  await line.send('Network.enable');
  await be(true);
  return async () => void (await be(false));
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

/** Makes an account, as somebody does who has never been here. */
export async function register(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/register`);
  await page.getByLabel(/^(Name|Nombre)/).fill(name);
  await page.getByLabel(/^(Password|Contraseña)/).fill('a long pass phrase');
  await page.locator('form').getByRole('button', { name: /Register|Crear una cuenta/ }).click();
  await page.getByRole('banner').getByRole('link', { name }).waitFor();
}

/** Waits until the computer has answered and it is our turn. */
export async function ourTurn(page: Page): Promise<void> {
  await page.getByText(/Your turn|Te toca/).waitFor();
}

/** Whether the page is wider than what shows it. */
export function sticksOut(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds serious or worse. */
export async function serious(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> } }).axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
  });
}
