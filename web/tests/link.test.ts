// @vitest-environment node
import { expect, test } from 'vitest';
import { packed, unpacked } from '../src/lib/link';

test('a record comes back from an address', async () => {
  const record = '[Variant "cantwell"]\n\n1. b1^a3c3 e7e5 {¿jaque? ♞} *\n';
  const text = await packed(record);
  expect(text).toMatch(/^[\w-]+$/);
  expect(await unpacked(text)).toBe(record);
});

test('what is no record of ours is nothing', async () => {
  for (const text of ['', '%%%', 'AAAA', 'not base64!', 'x'.repeat(5000)]) {
    expect(await unpacked(text) ?? '').toBe('');
  }
});

test('what would grow beyond all bounds is refused', async () => {
  await expect(packed('a'.repeat(1 << 20)).then(unpacked)).resolves.toHaveLength(1 << 20);
  expect(await unpacked(await packed('a'.repeat((1 << 20) + 1)))).toBeNull();
});
