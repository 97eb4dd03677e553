// How fast the app is in a real browser, as its page about speed tells: on this machine, and over a slow connection.
//   node bench-page.js ../target/release/qaissa
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

/** A phone on a slow day: bytes a second down and up, and milliseconds there and back. */
const SLOW = { offline: false, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8, latency: 150 };

const [program] = process.argv.slice(2);
if (!program) {
  console.error('usage: node bench-page.js PROGRAM');
  process.exit(2);
}

async function address(server) {
  for await (const line of createInterface({ input: server.stdout })) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (url) return url;
  }
  throw new Error('the server did not start');
}

/** The figures of the page, by their names. */
async function figures(page, names) {
  for (const name of names) {
    const figure = page.locator(`tr:has([data-figure="${name}"])`).last();
    await figure.locator('td').getByText(/\d/).waitFor();
  }
  const rows = page.locator(names.map((name) => `tr:has([data-figure="${name}"])`).join(', '));
  return (await rows.allInnerTexts()).map((row) => row.split('\t').toReversed().join('  '));
}

const folder = mkdtempSync(join(tmpdir(), 'qaissa-bench-'));
const server = spawn(program, ['serve', '--listen', '127.0.0.1:0', '--database', `sqlite://${folder}/games.db`], { stdio: ['ignore', 'pipe', 'ignore'] });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
try {
  const url = await address(server);
  for (const slow of [true, false]) {
    const page = await (await browser.newContext()).newPage();
    if (slow) {
      const line = await page.context().newCDPSession(page);
      await line.send('Network.enable');
      await line.send('Network.emulateNetworkConditions', SLOW);
    }
    await page.goto(`${url}/bench`);
    console.log(slow ? 'The first visit at 1.6 Mbit/s with 150 ms there and back:' : 'On this machine:');
    if (!slow) await page.getByRole('button', { name: 'Measure' }).click({ timeout: 60_000 });
    for (const line of await figures(page, slow ? ['ready', 'usable', 'loaded'] : ['ready', 'usable', 'drag', 'nodes'])) console.log(`  ${line}`);
  }
} finally {
  await browser.close();
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
