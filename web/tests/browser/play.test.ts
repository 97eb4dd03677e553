import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaints, drag, newGame, ourTurn, picture, press, start, sticksOut, tap, told, type App } from './app';

let app: App;
beforeAll(async () => void (app = await start()));
afterAll(() => app.stop());

test('chess: a move by drag, an answer, a hint, a move taken back', async () => {
  const page = await app.visit();
  await newGame(page, app.url, 'Chess');
  await drag(page, 'e2', 'e4');
  await page.getByRole('button', { name: 'e4' }).waitFor();
  await ourTurn(page);
  await expect.poll(() => told(page, 'e4')).toBe('e4: white pawn');
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText(/Best move/).waitFor();
  await picture(page, 'play-chess');
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('No moves yet.').waitFor();
  await expect.poll(() => told(page, 'e2')).toBe('e2: white pawn');
  expect(complaints(page)).toEqual([]);
});

test('cantwell: a split by the button, a merge, a split by a long press', async () => {
  const page = await app.visit();
  await newGame(page, app.url, 'Cantwell');
  await page.getByRole('button', { name: 'Split' }).click();
  await tap(page, 'b1', 'a3', 'c3');
  await page.getByRole('button', { name: 'b1^a3c3' }).waitFor();
  await ourTurn(page);
  await expect.poll(() => told(page, 'c3')).toContain('50%');
  await page.getByText('Boards in the superposition').click();
  await page.getByRole('img', { name: /Board 2/ }).waitFor();
  const c3 = await page.locator('[data-square="c3"]').boundingBox();
  await page.mouse.move((c3?.x ?? 0) + 20, (c3?.y ?? 0) + 20);
  await page.locator('.layer line').waitFor({ state: 'attached' });
  await page.mouse.move(0, 0);
  await page.locator('.layer line').waitFor({ state: 'detached' });
  await tap(page, 'c3');
  await page.locator('.layer line').waitFor({ state: 'attached' });
  await picture(page, 'play-cantwell');
  await page.getByRole('button', { name: 'Merge' }).click();
  await tap(page, 'a3', 'c3', 'b1');
  await page.getByRole('button', { name: 'a3c3^b1' }).waitFor();
  await ourTurn(page);
  await expect.poll(() => told(page, 'b1')).toBe('b1: white knight');
  await press(page, 'g1');
  await tap(page, 'f3', 'h3');
  await page.getByRole('button', { name: 'g1^f3h3' }).waitFor();
  await ourTurn(page);
  expect(complaints(page)).toEqual([]);
});

test('auden: a split with a coin, by keyboard entry too', async () => {
  const page = await app.visit();
  await newGame(page, app.url, 'Auden');
  await page.getByLabel('Type a move').fill('b1^a3c3');
  await page.getByRole('button', { name: 'Play it' }).click();
  await page.getByRole('button', { name: 'b1^a3c3' }).waitFor();
  await ourTurn(page);
  await expect.poll(() => told(page, 'a3')).toContain('50%');
  await page.getByLabel('Type a move').fill('b1b7');
  await page.getByRole('button', { name: 'Play it' }).click();
  await page.getByRole('alert').getByText(/b1b7/).waitFor();
  await expect.poll(() => told(page, 'a3')).toContain('50%');
});

test('how a game is won is said first, what a move measured after the answer too, and no hint comes too late', async () => {
  const page = await app.visit();
  await page.goto(`${app.url}/analysis`);
  await page.getByLabel('FEN, PGN or record').fill('4k3/8/8/3p4/3P4/8/8/1N2K3 w - - 0 1');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.locator('[data-square="d5"][aria-label="d5: black pawn"]').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Play from here' }).click();
  await page.getByText('There is no check.').waitFor();
  await page.getByRole('button', { name: 'Split' }).click();
  await tap(page, 'b1', 'a3', 'c3');
  await page.getByText('There is no check.').waitFor({ state: 'detached' });
  await ourTurn(page);
  await tap(page, 'c3', 'd5');
  await page.getByRole('button', { name: /c3xd5\.m[01]/ }).waitFor();
  const answered = (turns: number) => page.locator('ol .turn').nth(turns - 1).waitFor();
  await answered(4);
  await ourTurn(page);
  await page.getByRole('heading', { name: /Measurement: c3xd5/ }).waitFor();
  await page.getByText(/The odds of yes were 50.0%/).waitFor();
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByLabel('Type a move').fill('e1f1');
  await page.getByRole('button', { name: 'Play it' }).click();
  await answered(6);
  await page.locator('button:enabled', { hasText: 'Hint' }).waitFor();
  expect(await page.getByText(/^Best .*move/).count()).toBe(0);
  expect(await page.getByRole('heading', { name: /Measurement/ }).count()).toBe(0);
  expect(complaints(page)).toEqual([]);
});

test('gates: the gate is seen before the move', async () => {
  const page = await app.visit();
  await newGame(page, app.url, 'Gates');
  await tap(page, 'b1');
  await page.mouse.move(0, 0);
  const box = await page.locator('[data-square="c3"]').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
  await page.locator('.layer .gate').getByText('X').waitFor();
  await picture(page, 'play-gates');
  await tap(page, 'c3');
  await page.getByRole('button', { name: 'b1c3' }).waitFor();
  await ourTurn(page);
  expect(complaints(page)).toEqual([]);
});

test('touch: a piece is touched by a second tap, and then it must move', async () => {
  const page = await app.visit();
  await newGame(page, app.url, 'Touch');
  await tap(page, 'b1');
  await page.getByText(/Tap b1 again/).waitFor();
  await picture(page, 'play-touch');
  await tap(page, 'b1');
  // It is a knight or something else; either way its turn is told, and most can go on.
  await page.getByRole('button', { name: /^b1:/ }).waitFor();
  const target = page.locator('[data-square][aria-label$="possible target"]').first();
  if (await page.getByText(/must move: tap/).isVisible()) await tap(page, (await target.getAttribute('data-square')) ?? '');
  await ourTurn(page);
  expect(complaints(page)).toEqual([]);
});

test('a game is there again after a reload, and can be given up', async () => {
  const page = await app.visit();
  await newGame(page, app.url, 'Cantwell');
  await page.getByRole('button', { name: 'Split' }).click();
  await tap(page, 'g1', 'f3', 'h3');
  await page.getByRole('button', { name: 'g1^f3h3' }).waitFor();
  await ourTurn(page);
  await page.reload();
  await page.getByRole('button', { name: 'g1^f3h3' }).waitFor();
  await expect.poll(() => told(page, 'f3')).toContain('50%');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('heading', { name: 'You have lost' }).waitFor();
  await page.getByText(/^0-1: /).waitFor();
  await page.getByRole('button', { name: 'Review the game' }).click();
  await page.getByText('Evaluation of the game').waitFor();
  await picture(page, 'review');
  await page.goto(app.url);
  await page.getByText(/Your games/).waitFor();
  await page.getByRole('link', { name: 'Cantwell', exact: true }).waitFor();
  await picture(page, 'home');
  expect(complaints(page)).toEqual([]);
});

test('back and forward lead through the pages, and the game is still there', async () => {
  const page = await app.visit();
  await newGame(page, app.url, 'Auden');
  await tap(page, 'e2', 'e4');
  await page.getByRole('button', { name: 'e2e4' }).waitFor();
  await ourTurn(page);
  await page.getByRole('link', { name: 'Rules', exact: true }).click();
  await page.getByRole('heading', { name: 'Rules' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'e2e4' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Start the game' }).waitFor();
  await page.goForward();
  await page.getByRole('button', { name: 'e2e4' }).waitFor();
  expect(complaints(page)).toEqual([]);
});

test('by keyboard alone: a move, and a split by its key', async () => {
  const page = await app.visit();
  await newGame(page, app.url, 'Cantwell');
  await page.locator('[data-square="e2"]').focus();
  for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'e2e4' }).waitFor();
  await ourTurn(page);
  await page.keyboard.press('s');
  await page.getByText(/Split: tap the piece/).waitFor();
  await page.locator('[data-square="g1"]').focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-square="h3"]').focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-square="f3"]').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'g1^h3f3' }).waitFor();
  expect(complaints(page)).toEqual([]);
});

test('two tabs show the same game', async () => {
  const page = await app.visit();
  await newGame(page, app.url, 'Auden');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator('[data-square="e2"]').waitFor();
  await tap(page, 'e2', 'e4');
  await other.getByRole('button', { name: 'e2e4' }).waitFor();
  await ourTurn(page);
  await ourTurn(other);
  const moves = (of: typeof page) => of.locator('.turn').allInnerTexts();
  await expect.poll(() => moves(other)).toEqual(await moves(page));
  await tap(other, 'd2', 'd4');
  await page.getByRole('button', { name: 'd2d4' }).waitFor();
  await page.context().close();
});

test('on a phone, by touch', async () => {
  const page = await app.visit({ phone: true });
  await newGame(page, app.url, 'Cantwell');
  const box = await page.locator('.board').boundingBox();
  expect(box?.width).toBeGreaterThan(350);
  await page.getByRole('button', { name: 'Split' }).tap();
  await tap(page, 'b1', 'a3', 'c3');
  await page.getByRole('button', { name: 'b1^a3c3' }).waitFor();
  await ourTurn(page);
  await tap(page, 'e2', 'e4');
  await page.getByRole('button', { name: 'e2e4' }).waitFor();
  await ourTurn(page);
  await picture(page, 'phone');
  await press(page, 'g1');
  await tap(page, 'f3', 'h3');
  await page.getByRole('button', { name: 'g1^f3h3' }).waitFor();
  expect(await sticksOut(page)).toBe(false);
  expect(complaints(page)).toEqual([]);
});
