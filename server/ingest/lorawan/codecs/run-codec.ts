// Runs in a thread of its own (see sandbox.ts).

import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import { z } from 'zod'
import type { CODEC_FAULTS } from '#shared/contract/devices/codecs.ts'

/** An uplink as a codec is told of it: bytes, port, and the time the network server received it (ISO 8601), if it says. */
export interface Uplink {
  bytes: readonly number[]
  fPort: number
  time: string | null
}

export interface CodecTask extends Uplink {
  script: string
  /** ms of processor time that the script and its decoding may take. */
  maxMs: number
}

/** Reasons why a codec gave nothing: words of its own and of its errors stand beside it in `text`. */
export type CodecFault = (typeof CODEC_FAULTS)[number]
export type CodecResult = { object: Record<string, unknown>; warnings: string[] } | { fault: CodecFault; text: string }

/**
 * Pages (64 kB) of the engine's own memory. A runtime has a limit, too, but counts what it takes in many small pieces as nearly
 * nothing.
 */
const MEMORY = { initial: 256, maximum: 768 }
const MAX_STACK = 128 * 1024
/** Characters of an answer as JSON. */
const LONGEST_ANSWER = 16_384
const LONGEST_TEXT = 300

/** Words that codecs expect around them: a console, and the exports of a module of Node.js. */
const BEFORE = `
globalThis.console = { log() {}, info() {}, warn() {}, error() {}, debug() {} };
globalThis.exports = {};
globalThis.module = { exports: globalThis.exports };`

/**
 * Calls the codec by whichever of the published names it has: that of the LoRa Alliance (TS013, as in The Things Stack 3 and
 * ChirpStack 4), those of ChirpStack 3, and of The Things Stack 2, Helium and Datacake.
 */
const AFTER = `
(() => {
  const { bytes, fPort, time } = globalThis.__uplink;
  delete globalThis.__uplink;
  const exported = globalThis.module.exports || {};
  const recvTime = time === null ? new Date() : new Date(time);
  const find = (own, name) => (typeof own === 'function' ? own : typeof exported[name] === 'function' ? exported[name] : undefined);
  const uplink = find(typeof decodeUplink === 'undefined' ? undefined : decodeUplink, 'decodeUplink');
  const chirpstack = find(typeof Decode === 'undefined' ? undefined : Decode, 'Decode');
  const older = find(typeof Decoder === 'undefined' ? undefined : Decoder, 'Decoder');
  if (!uplink && !chirpstack && !older) return JSON.stringify({ fault: 'no_function' });
  let found;
  if (uplink) {
    const { data, errors, warnings } = uplink({ bytes, fPort, recvTime }) || {};
    if (Array.isArray(errors) && errors.length > 0) return JSON.stringify({ fault: 'failed', text: errors.join('; ') });
    found = { object: data, warnings: Array.isArray(warnings) ? warnings.map(String) : [] };
  } else found = { object: chirpstack ? chirpstack(fPort, bytes, {}) : older(bytes, fPort, {}), warnings: [] };
  // Datacake takes a list of fields.
  if (Array.isArray(found.object))
    found.object = Object.fromEntries(found.object.filter(one => one && one.field !== undefined).map(one => [one.field, one.value]));
  return JSON.stringify(found);
})()`

let quickjs: Promise<QuickJSWASMModule> | undefined

const newEngine = async (): Promise<QuickJSWASMModule> => {
  // Its types are those of the module that CommonJS would load.
  const loaded: unknown = (await import('@jitl/quickjs-wasmfile-release-sync')).default
  const variant = loaded as QuickJSSyncVariant
  return newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory: new WebAssembly.Memory(MEMORY) }))
}

/** ms of processor time that this thread has taken. */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Runs a codec on an uplink, in an engine without anything around it: no network, no files, no timers, nothing of the uplink
 * before.
 */
export default async function runCodec(task: CodecTask): Promise<CodecResult> {
  quickjs ??= newEngine()
  const engine = await quickjs
  try {
    const result = runIn(engine, task)
    // Memory of WebAssembly never shrinks: the next script begins with little again.
    if ('fault' in result && result.fault === 'too_much_memory') quickjs = undefined
    return result
  } catch (error) {
    // Scripts can bring the engine itself to its end, as by thousands of brackets within each other: the next one has a new engine.
    quickjs = undefined
    return { fault: 'failed', text: plain(String(error)) }
  }
}

const runIn = (engine: QuickJSWASMModule, { script, maxMs, ...uplink }: CodecTask): CodecResult => {
  const runtime = engine.newRuntime()
  let isLate = false
  const until = cpuMs() + maxMs
  runtime.setMaxStackSize(MAX_STACK)
  runtime.setInterruptHandler(() => {
    isLate ||= cpuMs() > until
    return isLate
  })
  const context = runtime.newContext()
  try {
    const found = start(context, script, uplink) ?? answerOf(context)
    return isLate ? { fault: 'too_slow', text: '' } : found
  } finally {
    context.dispose()
    runtime.dispose()
  }
}

/** Reads the script; undefined where it could be read. */
const start = (context: QuickJSContext, script: string, uplink: Uplink): CodecResult | undefined => {
  const told = JSON.stringify({ bytes: uplink.bytes, fPort: uplink.fPort, time: uplink.time })
  const before = context.evalCode(`${BEFORE}\nglobalThis.__uplink = ${told};`, 'before.js')
  if (before.error) return faultOf(context, before.error, 'failed')
  before.value.dispose()
  const isModule = /^[ \t]*export\b/m.test(script)
  const read = context.evalCode(script, 'codec.js', { type: isModule ? 'module' : 'global' })
  if (read.error) return faultOf(context, read.error, 'not_read')
  using namespace = read.value
  if (isModule) {
    using exported = context.getProp(context.global, 'module')
    context.setProp(exported, 'exports', namespace)
  }
  return undefined
}

const answerOf = (context: QuickJSContext): CodecResult => {
  const answer = context.evalCode(AFTER, 'answer.js')
  if (answer.error) return faultOf(context, answer.error, 'failed')
  using value = answer.value
  return resultOf(context.getString(value))
}

const faultOf = (context: QuickJSContext, error: QuickJSHandle, fault: CodecFault): CodecResult => {
  using held = error
  const said: unknown = context.dump(held)
  const { name, message } =
    typeof said === 'object' && said !== null ? (said as { name?: unknown; message?: unknown }) : {}
  const text = message === undefined ? String(said) : [name, message].filter(Boolean).join(': ')
  // An engine without memory has none for the error either.
  const isMemory = said === null || /out of memory/i.test(text)
  return { fault: isMemory ? 'too_much_memory' : fault, text: isMemory ? '' : plain(text) }
}

const Answer = z.union([
  z.object({ fault: z.enum(['no_function', 'failed']), text: z.string().default('') }),
  z.object({ object: z.record(z.string(), z.unknown()), warnings: z.array(z.string()).default([]) }),
])

/** Text of a script, short and without what no store keeps. */
const plain = (text: string): string => text.replaceAll('\0', '').slice(0, LONGEST_TEXT)

const resultOf = (answer: string): CodecResult => {
  if (answer.length > LONGEST_ANSWER) return { fault: 'too_long', text: '' }
  // The script may have changed the very functions that make the answer.
  const read = Answer.safeParse(JSON.parse(answer)).data
  if (!read) return { fault: 'no_object', text: '' }
  if ('fault' in read) return { fault: read.fault, text: plain(read.text) }
  if (Object.keys(read.object).length === 0) return { fault: 'no_object', text: '' }
  return { object: read.object, warnings: read.warnings.slice(0, 5).map(plain) }
}
