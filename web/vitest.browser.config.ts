import { defineConfig } from 'vitest/config';

// The built app in a real browser, one test after the other.
export default defineConfig({
  test: {
    include: ['tests/browser/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    // As long as the browser's own waiting: what one page did reaches the other when it does.
    expect: { poll: { timeout: 30_000 } },
  },
});
