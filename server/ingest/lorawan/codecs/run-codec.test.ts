import { expect, test } from 'vitest'
import runCodec, { type CodecResult } from './run-codec.ts'

const UPLINK = { bytes: [1, 215, 250], fPort: 85, time: '2026-11-01T06:00:00.000Z', maxMs: 100 }
const run = (script: string): Promise<CodecResult> => runCodec({ script, ...UPLINK })
const inDecode = (body: string) => run(`function decodeUplink(input) { ${body} }`)

test.each([
  ['the LoRa Alliance’s', 'function decodeUplink({ bytes, fPort }) { return { data: { t: bytes[1], fPort } } }'],
  ['one in a constant', 'const decodeUplink = ({ bytes, fPort }) => ({ data: { t: bytes[1], fPort } })'],
  ['a module’s', 'export function decodeUplink({ bytes, fPort }) { return { data: { t: bytes[1], fPort } } }'],
  ['Node.js’s', 'module.exports = { decodeUplink: ({ bytes, fPort }) => ({ data: { t: bytes[1], fPort } }) }'],
  ['ChirpStack 3’s', 'function Decode(fPort, bytes, variables) { return { t: bytes[1], fPort } }'],
  ['The Things Stack 2’s', 'function Decoder(bytes, fPort) { return { t: bytes[1], fPort } }'],
  [
    'Datacake’s',
    'function Decoder(bytes, fPort) { return [{ field: "t", value: bytes[1] }, { field: "fPort", value: fPort }, null] }',
  ],
])('a codec is called by its name: %s', async (_, script) => {
  expect(await run(script)).toEqual({ object: { t: 215, fPort: 85 }, warnings: [] })
})

test('a codec is told the time, and says its warnings', async () => {
  expect(
    await inDecode('return { data: { time: input.recvTime.toISOString() }, warnings: ["low battery", 2] }'),
  ).toEqual({ object: { time: UPLINK.time }, warnings: ['low battery', '2'] })
})

test.each([
  ['has no function', 'const a = 1', 'no_function', ''],
  ['is no JavaScript', 'function (', 'not_read', 'SyntaxError'],
  ['throws', 'function decodeUplink() { throw new Error("of no use") }', 'failed', 'Error: of no use'],
  ['says errors', 'function decodeUplink() { return { errors: ["bad length", 2] } }', 'failed', 'bad length; 2'],
  ['does not end', 'function decodeUplink() { for (;;); }', 'too_slow', ''],
  ['does not end while it is read', 'for (;;);', 'too_slow', ''],
  ['looks for a pattern for ever', 'function decodeUplink() { /(a+)+$/.test("a".repeat(50) + "b") }', 'too_slow', ''],
  ['does not end in its error', 'function decodeUplink() { throw { get message() { for (;;); } } }', 'too_slow', ''],
  ['takes too much memory', 'function decodeUplink() { new ArrayBuffer(1e9) }', 'too_much_memory', ''],
  ['takes it in small pieces', 'var all = []; for (;;) all.push(new ArrayBuffer(1e6))', 'too_much_memory', ''],
  ['calls itself for ever', 'function decodeUplink(input) { return decodeUplink(input) }', 'failed', 'stack overflow'],
  ['says nothing', 'function decodeUplink() {}', 'no_object', ''],
  ['says a number', 'function Decode() { return 21.5 }', 'no_object', ''],
  ['says no fields', 'function decodeUplink() { return { data: {} } }', 'no_object', ''],
  ['makes its answer itself', `JSON.stringify = () => '{"fault":"xyz"}'; function Decode() {}`, 'no_object', ''],
  ['says too much', 'function Decode() { return { text: "x".repeat(20000) } }', 'too_long', ''],
  ['comes later', 'async function decodeUplink() { return { data: { t: 1 } } }', 'no_object', ''],
])('a codec that %s gives nothing, and says why', async (_, script, fault, text) => {
  expect(await run(script)).toEqual({ fault, text: expect.stringContaining(text) })
})

test('a codec reaches nothing around it, and nothing of what ran before', async () => {
  const names = ['process', 'require', 'fetch', 'setTimeout', 'WebAssembly', 'std', 'os', 'navigator', 'left']
  const types = `{ ${names.map(name => `${name}: typeof ${name}`)} }`
  await run('globalThis.left = 1; Object.prototype.left = 1; function decodeUplink() { return { data: {} } }')
  expect(await inDecode(`return { data: ${types} }`)).toEqual({
    object: Object.fromEntries(names.map(name => [name, 'undefined'])),
    warnings: [],
  })
  expect(await run('import fs from "node:fs"; export function decodeUplink() { return { data: {} } }')).toMatchObject({
    fault: 'not_read',
  })
})

test('what no store keeps is taken out of its words', async () => {
  expect(await inDecode('throw new Error("a\\0b")')).toEqual({ fault: 'failed', text: 'Error: ab' })
})

test('a script that brings the engine to its end leaves a good one for the next', async () => {
  expect(await run('('.repeat(50_000))).toHaveProperty('fault')
  expect(await inDecode('let a = {}; for (let n = 0; n < 5000; n++) a = { a }; return { data: { a } }')).toHaveProperty(
    'fault',
  )
  expect(await inDecode('return { data: { t: 1 } }')).toEqual({ object: { t: 1 }, warnings: [] })
})
