import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Writes the service worker with the list of everything that was built, so that all of it is there without network. */
function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    generateBundle(_, bundle) {
      const built = Object.keys(bundle).filter((name) => !name.endsWith('.map'));
      const fixed = readdirSync(new URL('./public', import.meta.url));
      const files = ['/', ...[...built, ...fixed].filter((name) => name !== 'index.html').map((name) => `/${name}`)];
      const version = createHash('sha256');
      for (const name of built.sort()) {
        const file = bundle[name];
        version.update(name);
        version.update(file?.type === 'asset' ? file.source : (file?.code ?? ''));
      }
      const source = readFileSync(new URL('./src/service-worker.js', import.meta.url), 'utf8')
        .replace('VERSION_OF_THE_BUILD', version.digest('hex').slice(0, 16))
        .replace("['FILES_OF_THE_BUILD']", JSON.stringify(files));
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
    },
  };
}

/** Writes every file once more, small, so that the server need not. */
function small(): Plugin {
  return {
    name: 'small',
    apply: 'build',
    writeBundle({ dir = 'dist' }, bundle) {
      for (const name of Object.keys(bundle)) {
        if (/\.(js|css|html|wasm|svg)$/.test(name)) writeFileSync(`${dir}/${name}.br`, brotliCompressSync(readFileSync(`${dir}/${name}`)));
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), offline(), small()],
  worker: { format: 'es' },
  // While it is written, the app is served by vite and the rest by a server that runs beside it.
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } } },
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: true },
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  test: { environment: 'jsdom', include: ['tests/*.test.ts'], setupFiles: ['tests/setup.ts'] },
});
