import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaints, newGame, ourTurn, picture, serious, start, sticksOut, tap, told, type App } from './app';

let app: App;
beforeAll(async () => void (app = await start()));
afterAll(() => app.stop());

const PAGES: [string, RegExp][] = [
  ['/', /Play chess/],
  ['/analysis', /Engine/],
  ['/rules/gates', /QUANTUM CHESS WITH GATES/],
  ['/learn', /Each step/],
  ['/learn/superposition', /Press Split/],
  ['/puzzles', /Find the best move/],
  ['/settings', /Language/],
  ['/editor', /Board editor/],
  ['/login', /No account yet/],
  ['/leaderboard', /Nobody has played/],
  ['/nowhere', /no such page/],
];

test.each(PAGES)('%s can be used by everybody, in both themes', async (path, text) => {
  for (const light of [false, true]) {
    const page = await app.visit({ light });
    await page.goto(app.url + path);
    await page.getByText(text).first().waitFor();
    expect(await serious(page)).toEqual([]);
    expect(complaints(page)).toEqual([]);
    if (!light) await picture(page, `page${path.replaceAll('/', '-')}`);
    await page.context().close();
  }
});

test.each(PAGES)('%s fits on a phone', async (path, text) => {
  const page = await app.visit({ phone: true });
  await page.goto(app.url + path);
  await page.getByText(text).first().waitFor();
  expect(await sticksOut(page)).toBe(false);
  await picture(page, `phone${path.replaceAll('/', '-')}`);
  expect(complaints(page)).toEqual([]);
  await page.context().close();
});

test('the policy of the page keeps strange scripts out', async () => {
  const page = await app.visit();
  const answer = await page.goto(app.url);
  expect(answer?.headers()['content-security-policy']).toMatch(/script-src 'self' 'wasm-unsafe-eval';/);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.strange = true';
    document.body.append(script);
  });
  expect(await page.evaluate(() => 'strange' in window)).toBe(false);
  expect(complaints(page).join()).toMatch(/forbidden by script-src/);
});

test('a measured capture is asked, drawn and told', async () => {
  const page = await app.visit();
  await page.goto(`${app.url}/learn/measurement`);
  await page.locator('[data-square="c3"]').waitFor();
  await tap(page, 'c3');
  await page.locator('.layer .badge').getByText('50%').first().waitFor();
  await tap(page, 'd5');
  await page.getByText('Right!').waitFor();
  await expect.poll(() => told(page, 'd5')).toBe('d5: white knight');
  await page.goto(`${app.url}/learn`);
  await page.getByText('✓ Done').waitFor();
});

test('analysis: the engine thinks, a move is made, the outcome is chosen, the other one too', async () => {
  const page = await app.visit();
  await page.goto(`${app.url}/analysis`);
  await page.getByText(/depth \d/).waitFor();
  await page.getByLabel('FEN, PGN or record').fill('7k/8/8/3p4/8/8/8/1N5K w - - 0 1');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.locator('[data-square="d5"][aria-label="d5: black pawn"]').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Split' }).click();
  await tap(page, 'b1', 'a3', 'c3');
  await page.getByRole('button', { name: 'b1^a3c3', exact: true }).waitFor();
  await tap(page, 'h8', 'h7');
  await page.getByRole('button', { name: 'h8h7', exact: true }).waitFor();
  await tap(page, 'c3', 'd5');
  await page.getByRole('button', { name: /c3xd5\.m1/ }).click();
  await page.getByText(/The odds of yes were 50.0%, and the answer is yes/).first().waitFor();
  await picture(page, 'analysis');
  await expect.poll(() => told(page, 'd5')).toBe('d5: white knight');
  await page.getByRole('button', { name: 'The other outcome' }).click();
  await page.getByRole('button', { name: /c3xd5\.m0/ }).first().waitFor();
  await expect.poll(() => told(page, 'd5')).toBe('d5: black pawn');
  const address = page.url();
  const other = await app.visit();
  await other.goto(address.replace('/analysis', '/review'));
  await other.getByRole('button', { name: 'c3xd5.m0 ✗' }).waitFor();
  await other.getByRole('button', { name: /c3xd5\.m0: [+−0#]/ }).waitFor({ state: 'attached' });
  await picture(other, 'review-measured');
  expect(complaints(page)).toEqual([]);
  expect(complaints(other)).toEqual([]);
});

test('editor: a piece in two places, then a game against the computer and a challenge from there', async () => {
  const page = await app.visit();
  await page.goto(`${app.url}/editor`);
  await page.getByRole('button', { name: 'In two places' }).click();
  await page.locator('[data-square="b1"]').click();
  await page.locator('[data-square="c3"]').click();
  await expect.poll(() => told(page, 'c3')).toContain('50 %');
  await picture(page, 'editor');
  await page.getByRole('button', { name: 'Play the computer' }).click();
  await page.locator('[data-square="c3"][aria-label="c3: white knight, 50%"]').waitFor({ state: 'attached' });
  await expect.poll(() => told(page, 'b1')).toBe('b1: white knight, 50%');
  await page.goto(`${app.url}/editor`);
  await page.locator('p', { hasText: 'Black without a' }).getByRole('button', { name: 'queen' }).click();
  await page.getByRole('button', { name: 'Challenge a friend' }).click();
  const link = await page.getByLabel('Link for your friend').inputValue();
  const friend = await app.visit();
  await friend.goto(link);
  await friend.getByRole('button', { name: 'Play', exact: true }).click();
  await friend.locator('[data-square="d8"]').waitFor();
  await expect.poll(() => told(friend, 'd8')).toBe('d8: empty');
  expect(complaints(friend)).toEqual([]);
});

test('broken links and texts are refused in a sentence', async () => {
  const page = await app.visit();
  await page.goto(`${app.url}/review#nonsense`);
  await page.getByRole('alert').getByText('The link holds no game.').waitFor();
  await page.getByText('Load a position or a game').click();
  await page.getByLabel('FEN, PGN or record').fill('1. e4 e5 2. Ke3 *');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('alert').getByText(/no king can go to e3/).waitFor();
  await page.getByLabel('FEN, PGN or record').fill('<img src=x onerror=alert(1)>');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('alert').first().waitFor();
  expect(await page.locator('img[src="x"]').count()).toBe(0);
});

test('puzzles: a wrong answer is judged, the right one is kept', async () => {
  const page = await app.visit();
  await page.goto(`${app.url}/puzzles`);
  await page.locator('[data-square="d1"]').waitFor();
  await tap(page, 'g1', 'f1');
  await page.getByText(/Not the best/).first().waitFor();
  await tap(page, 'd1', 'd8');
  await page.getByText('Solved!').first().waitFor();
  await page.getByText('1 of').waitFor();
  expect(complaints(page)).toEqual([]);
});

test('Spanish, from the browser and by choice', async () => {
  const page = await app.visit({ lang: 'es-ES' });
  await newGame(page, app.url, 'Ajedrez');
  await page.getByLabel('Escribe una jugada').fill('Cf3');
  await page.getByRole('button', { name: 'Jugarla' }).click();
  await page.getByRole('button', { name: 'Cf3' }).waitFor();
  await ourTurn(page);
  await expect.poll(() => told(page, 'f3')).toBe('f3: caballo, blancas');
  await picture(page, 'spanish');
  await page.goto(`${app.url}/settings`);
  await page.getByLabel('Idioma').selectOption('en');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
});

test('without network the app opens, plays and keeps', async () => {
  const page = await app.visit();
  await page.goto(app.url);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.context().setOffline(true);
  await newGame(page, app.url, 'Auden');
  await tap(page, 'e2', 'e4');
  await page.getByRole('button', { name: 'e2e4' }).waitFor();
  await ourTurn(page);
  await page.reload();
  await page.getByRole('button', { name: 'e2e4' }).waitFor();
  await page.goto(`${app.url}/learn/gates`);
  await page.locator('[data-square="b1"]').waitFor();
  // The browser tells by itself that the server was not reached.
  expect(complaints(page).filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

test('the page about speed measures everything', async () => {
  const page = await app.visit();
  await page.goto(`${app.url}/bench`);
  await page.getByText(/512 boards in superposition/).waitFor();
  await page.getByRole('button', { name: 'Measure' }).click();
  await page.locator('[data-figure="nodes"]').getByText(/knodes/).nth(2).waitFor();
  for (const figure of ['ready', 'usable']) expect(await page.locator(`[data-figure="${figure}"]`).innerText()).toMatch(/^[1-9][\d,]* ms$/);
  expect(await page.locator('[data-figure="drag"]').innerText()).toMatch(/^\d+ ms$/);
  expect(await page.locator('[data-figure="loaded"]').innerText()).toMatch(/^\d+ kB$/);
  expect(complaints(page)).toEqual([]);
});

test('the board has the colours that were chosen', async () => {
  const page = await app.visit();
  await page.goto(`${app.url}/settings`);
  await page.getByRole('combobox', { name: 'Board' }).selectOption('Blue');
  await page.goto(`${app.url}/analysis`);
  await page.locator('cg-board').waitFor();
  const colours = await page.locator('cg-board').evaluate((board) => getComputedStyle(board).backgroundImage);
  expect(colours).toContain('rgb(130, 153, 176)');
});

test('the first load stays small, and comes compressed', async () => {
  const page = await app.visit();
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  const kinds = new Map<string, string>();
  const loaded: { kind: string; bytes: number }[] = [];
  line.on('Network.responseReceived', ({ requestId, response }) => kinds.set(requestId, response.mimeType));
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => loaded.push({ kind: kinds.get(requestId) ?? '', bytes: encodedDataLength }));
  await page.goto(app.url, { waitUntil: 'networkidle' });
  const bytes = loaded.filter(({ kind }) => kind !== 'application/wasm').reduce((sum, one) => sum + one.bytes, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(600_000);
});
