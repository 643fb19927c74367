// What scripts/build-wasm.mjs writes into the default entries.
import { expect, test } from 'vitest';
import { embed } from '../../../scripts/lib/embed.mjs';

test('the same module is the same text, whenever and wherever it is packed', async () => {
  const text = await embed(Buffer.from('\0asm and more'));
  expect(await embed(Buffer.from('\0asm and more'))).toBe(text);
  const [, packed] = /'(.*)'/.exec(text);
  const head = [...Buffer.from(packed, 'base64').subarray(0, 10)];
  // RFC 1952: magic, deflate, no flags, four bytes of time, best compression, unknown system.
  expect(head).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
});
