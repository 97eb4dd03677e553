// Games between people, in several browsers against the real server.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaints, cutOff, picture, register, serious, start, sticksOut, tap, told, type App } from './app';

let app: App;
beforeAll(async () => void (app = await start()));
afterAll(() => app.stop());

/** Waits for a turn in the list of moves. */
async function made(pages: Page[], text: string | RegExp): Promise<void> {
  for (const page of pages) await page.locator('.turn').getByText(text).first().waitFor();
}

/** Splits or merges by the button. */
async function gesture(page: Page, name: 'Split' | 'Merge', ...squares: string[]): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await tap(page, ...squares);
}

/** Who of two has White: it is their turn at the start. */
async function seated(one: Page, two: Page): Promise<[Page, Page]> {
  await Promise.all([one, two].map((page) => page.waitForURL(/\/game\//)));
  await Promise.all([one, two].map((page) => page.locator('[data-square="e2"]').waitFor()));
  const first = await Promise.race([one, two].map((page, index) => page.getByText('Your turn').waitFor().then(() => index)));
  return first === 0 ? [one, two] : [two, one];
}

/** A game between two guests without a clock, by the link that one sends the other. */
async function befriended(one: Page, two: Page, variant = 'Chess', side = 'White'): Promise<void> {
  await one.goto(app.url);
  await one.getByRole('radio', { name: variant }).check();
  await one.getByRole('checkbox', { name: 'without clock' }).check();
  await one.locator('section', { hasText: 'Play a friend' }).getByLabel('You play').selectOption(side);
  await one.getByRole('button', { name: 'Make a link' }).click();
  const link = await one.getByLabel('Link for your friend').first().inputValue();
  await two.goto(link);
  await two.getByRole('button', { name: 'Play', exact: true }).click();
  await Promise.all([one, two].map((page) => page.waitForURL(/\/game\//)));
  await Promise.all([one, two].map((page) => page.locator('[data-square="e2"]').waitFor()));
}

test('two people register, are paired, and finish a rated game with a split, a merge and a measured capture', async () => {
  const [anna, boris] = [await app.visit(), await app.visit()];
  await register(anna, app.url, 'Anna');
  await register(boris, app.url, 'Boris');
  await picture(anna, 'front');
  expect(await serious(anna)).toEqual([]);
  for (const page of [anna, boris]) {
    await page.getByRole('radio', { name: 'Cantwell' }).check();
    await page.getByLabel('Rated', { exact: true }).check();
    await page.getByRole('button', { name: /^3\+2/ }).click();
  }
  const [white, black] = await seated(anna, boris);
  const both = [white, black];
  await gesture(white, 'Split', 'b1', 'a3', 'c3');
  await made(both, 'b1^a3c3');
  await expect.poll(() => told(black, 'c3')).toContain('50%');
  await tap(black, 'd7', 'd5');
  await made(both, 'd7d5');
  await tap(white, 'c3');
  await white.locator('.layer .badge').getByText('50%').first().waitFor();
  await tap(white, 'd5');
  await made(both, /c3xd5\.m[01]/);
  await black.getByText(/The odds of yes were 50.0%/).first().waitFor();
  await gesture(black, 'Split', 'b8', 'a6', 'c6');
  await made(both, 'b8^a6c6');
  await picture(white, 'live');
  expect(await serious(white)).toEqual([]);
  await tap(white, 'e2', 'e3');
  await made(both, 'e2e3');
  await gesture(black, 'Merge', 'a6', 'c6', 'b8');
  await made(both, 'a6c6^b8');
  await expect.poll(() => told(white, 'b8')).toBe('b8: black knight');
  await white.getByRole('button', { name: 'Resign' }).click();
  await white.getByRole('button', { name: 'Yes' }).click();
  await white.getByRole('heading', { name: 'You have lost' }).waitFor();
  await black.getByRole('heading', { name: 'You have won' }).waitFor();
  for (const page of both) await page.getByText(/^0-1: /).waitFor();
  await black.locator('.change').first().waitFor();
  await picture(black, 'live-over');
  await black.getByRole('link', { name: 'Review the game' }).click();
  await black.getByRole('button', { name: 'Check the draws' }).click();
  await black.getByText(/✓/).last().waitFor();
  await black.getByText(/seed/).first().waitFor();
  const [winner, loser] = black === anna ? ['Anna', 'Boris'] : ['Boris', 'Anna'];
  await black.goto(`${app.url}/leaderboard`);
  await black.getByRole('link', { name: winner, exact: true }).last().waitFor();
  expect(await serious(black)).toEqual([]);
  await black.goto(`${app.url}/@/${loser}`);
  await black.getByRole('img', { name: /Rating from/ }).waitFor();
  await black.getByText(/0 won, 0 drawn, 1 lost/).waitFor();
  await picture(black, 'profile');
  expect(await serious(black)).toEqual([]);
  for (const page of both) expect(complaints(page)).toEqual([]);
});

test('a guest plays a friend by link, reloads, loses the network, and a move made meanwhile is sent', async () => {
  const [one, two] = [await app.visit(), await app.visit({ phone: true })];
  await befriended(one, two);
  await tap(one, 'e2', 'e4');
  await made([one, two], 'e4');
  await two.reload();
  await made([two], 'e4');
  await expect.poll(() => told(two, 'e4')).toBe('e4: white pawn');
  await two.context().setOffline(true);
  await two.getByText('The server cannot be reached').first().waitFor();
  await tap(two, 'e7', 'e5');
  await two.getByText(/e7e5 is kept and sent/).waitFor();
  await picture(two, 'live-phone-offline');
  await two.context().setOffline(false);
  await made([one, two], 'e5');
  await two.getByText('The server cannot be reached').waitFor({ state: 'detached' });
  expect(await sticksOut(two)).toBe(false);
  await picture(two, 'live-phone');
});

test('the server crashes and comes back: the game goes on, and a move of the gap counts', async () => {
  const [one, two] = [await app.visit(), await app.visit()];
  await befriended(one, two, 'Cantwell');
  await gesture(one, 'Split', 'b1', 'a3', 'c3');
  await made([one, two], 'b1^a3c3');
  await app.restart(async () => {
    await two.getByText('The server cannot be reached').first().waitFor();
    await tap(two, 'e7', 'e5');
    await two.getByText(/e7e5 is kept and sent/).waitFor();
  });
  await made([one, two], 'e7e5');
  await one.getByText('Your turn').waitFor();
  await expect.poll(() => told(one, 'c3')).toContain('50%');
});

test('a move made in a gap that another tab has used is refused visibly', async () => {
  const [one, two] = [await app.visit(), await app.visit()];
  await befriended(one, two);
  const other = await one.context().newPage();
  await other.goto(one.url());
  await other.getByText('Your turn').waitFor();
  const back = await cutOff(one);
  await one.getByText('The server cannot be reached').first().waitFor();
  await tap(one, 'e2', 'e4');
  await one.getByText(/e2e4 is kept and sent/).waitFor();
  await tap(other, 'd2', 'd4');
  await made([other, two], 'd4');
  await back();
  await one.getByRole('alert').getByText('e2e4 was not made').waitFor();
  await made([one], 'd4');
  await expect.poll(() => told(one, 'e2')).toBe('e2: white pawn');
});

test('offers, a premove, chat without HTML, a draw and a rematch', async () => {
  const [one, two] = [await app.visit(), await app.visit()];
  await befriended(one, two);
  await tap(one, 'e2', 'e4');
  await made([two], 'e4');
  await tap(one, 'd2', 'd4');
  await one.getByText('Next: d2d4').first().waitFor();
  await tap(two, 'e7', 'e5');
  await made([one, two], 'd4');
  await two.getByText('Your turn').waitFor();
  await one.getByRole('button', { name: 'Take back' }).click();
  await two.getByText('wants to take back').waitFor();
  await two.getByRole('button', { name: 'Accept' }).click();
  await one.locator('.turn').getByText('d4').waitFor({ state: 'detached' });
  await expect.poll(() => told(two, 'd2')).toBe('d2: white pawn');
  await one.getByText('Chat', { exact: true }).click();
  await one.getByLabel('Say something').fill('<img src=x onerror=alert(1)> hello');
  await one.getByRole('button', { name: 'Send' }).click();
  await two.getByText('<img src=x onerror=alert(1)> hello').waitFor({ state: 'attached' });
  expect(await two.locator('img[src="x"]').count()).toBe(0);
  await one.getByRole('button', { name: 'Offer a draw' }).click();
  await two.getByText('offers a draw').waitFor();
  await picture(two, 'live-offer');
  await two.getByRole('button', { name: 'Accept' }).click();
  for (const page of [one, two]) await page.getByRole('heading', { name: 'A draw' }).waitFor();
  const before = one.url();
  await one.getByRole('button', { name: 'Rematch' }).click();
  await two.getByText('wants to play again').waitFor();
  await two.getByRole('button', { name: 'Accept' }).click();
  await one.waitForURL((url) => url.href !== before && url.pathname.startsWith('/game/'));
  await two.waitForURL(one.url());
  await two.getByText('Your turn').waitFor();
});

test('two games at once: the one that waits is marked', async () => {
  const [one, two] = [await app.visit(), await app.visit()];
  await befriended(one, two);
  const first = one.url();
  await befriended(one, two, 'Auden');
  await tap(one, 'e2', 'e4');
  await made([two], 'e2e4');
  const other = one.getByRole('navigation', { name: 'Your games on the server' });
  await other.getByText('Your turn').waitFor();
  await picture(one, 'two-games');
  await other.getByRole('link').click();
  await one.waitForURL(first);
  await tap(one, 'd2', 'd4');
  await made([one], 'd4');
  await two.getByRole('navigation', { name: 'Your games on the server' }).getByText('Your turn').waitFor();
});

test('whoever watches sees the moves and no controls', async () => {
  const [one, two, third] = [await app.visit(), await app.visit(), await app.visit()];
  await befriended(one, two, 'Gates');
  await third.goto(one.url());
  await third.getByText('You are watching.').waitFor();
  await tap(one, 'b1', 'c3');
  await made([third], 'b1c3');
  expect(await third.getByRole('button', { name: 'Abort' }).count()).toBe(0);
  await one.getByText('1 watches').waitFor();
});

test('hidden types stay hidden in a game of touch', async () => {
  const [one, two] = [await app.visit(), await app.visit()];
  await befriended(one, two, 'Touch');
  await tap(one, 'b1', 'b1');
  await made([one, two], /^b1/);
  const target = one.locator('[data-square][aria-label$="possible target"]').first();
  if (await one.getByText(/must move: tap/).isVisible()) await tap(one, (await target.getAttribute('data-square')) ?? '');
  await two.getByText('Your turn').waitFor();
  const state = await two.evaluate(async () => (await fetch(`/api${location.pathname.replace('/game/', '/games/')}`)).text());
  expect(state).not.toMatch(/seed=/);
});

test('in Spanish, on a phone', async () => {
  const [one, two] = [await app.visit({ lang: 'es-ES', phone: true }), await app.visit({ lang: 'es-ES' })];
  await register(one, app.url, 'Carmen');
  await register(two, app.url, 'Diego');
  for (const page of [one, two]) {
    await page.getByRole('radio', { name: 'Auden' }).check();
    await page.getByRole('button', { name: /^10\+5/ }).click();
  }
  await Promise.all([one, two].map((page) => page.waitForURL(/\/game\//)));
  await Promise.race([one, two].map((page) => page.getByText('Te toca').waitFor()));
  await picture(one, 'live-spanish-phone');
  expect(await serious(one)).toEqual([]);
  expect(complaints(one)).toEqual([]);
});

test('a wrong password and a name that is taken are told in a sentence', async () => {
  const page = await app.visit();
  await register(page, app.url, 'Erna');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('link', { name: 'Log in' }).waitFor();
  await page.goto(`${app.url}/login`);
  expect(await serious(page)).toEqual([]);
  await page.getByLabel('Name').fill('Erna');
  await page.getByLabel('Password', { exact: true }).fill('not the right one');
  await page.locator('form').getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Password', { exact: true }).fill('a long pass phrase');
  await page.locator('form').getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Erna' }).waitFor();
  const other = await app.visit();
  await other.goto(`${app.url}/register`);
  await other.getByLabel('Name').fill('erna');
  await other.getByLabel(/^Password/).fill('another long phrase');
  await other.locator('form').getByRole('button', { name: 'Register' }).click();
  await other.getByRole('alert').waitFor();
});

test('whoever logs out in one tab is logged out in the others', async () => {
  const page = await app.visit();
  await register(page, app.url, 'Frida');
  const other = await page.context().newPage();
  await other.goto(app.url);
  await other.getByRole('banner').getByRole('link', { name: 'Frida' }).waitFor();
  await page.getByRole('button', { name: 'Log out' }).click();
  await other.getByRole('link', { name: 'Log in' }).waitFor();
  await other.getByRole('button', { name: /^3\+2/ }).click();
  await other.getByText(/Looking for an opponent/).waitFor();
  await other.getByRole('banner').getByText(/^guest-/).waitFor();
  await page.context().close();
});

test('an app that speaks an old protocol asks to be loaded again', async () => {
  const page = await app.visit();
  await page.addInitScript(() => {
    const Real = WebSocket;
    window.WebSocket = class extends Real {
      constructor(url: string | URL) {
        super(String(url).replace('version=1&', 'version=999&'));
      }
    };
  });
  await page.goto(app.url);
  await page.getByRole('button', { name: /^3\+2/ }).click();
  await page.getByRole('alert').getByText('There is a newer version').waitFor();
});
