import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'

/** Rubbish as text of an address. */
export const RUBBISH_TEXTS = [
  'x',
  ' ',
  'NaN',
  'null',
  '-1',
  '1e99',
  '99999999999999999999',
  "' OR 1=1 --",
  '<script>',
  '../../etc/passwd',
  '\0',
  'a\0b',
  '💥',
  'a,b,,',
  ',',
  '%',
  '9'.repeat(90),
  '2025-02-30',
  'constructor',
]

/** Rubbish as the value of a field. */
export const RUBBISH_VALUES: unknown[] = [
  null,
  '',
  ' ',
  'x',
  'a\0b',
  '\ud800',
  -1,
  0,
  1.5,
  1e308,
  2 ** 31,
  2 ** 53,
  true,
  [],
  [null],
  ['x'],
  [2 ** 40],
  {},
  { constructor: 1 },
  { toString: 1 },
  'x'.repeat(10_000),
  '2025-13-45T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '💥'.repeat(300),
]

/** Rubbish as a whole body. */
export const RUBBISH_BODIES = [
  'null',
  'true',
  '0',
  '"text"',
  '[]',
  '[[]]',
  '{}',
  '{"constructor":1}',
  '{"__proto__":{"admin":true}}',
  '{"toString":1,"valueOf":2}',
  '{',
  '',
  'x',
  '\0',
  '{"a":1}{"b":2}',
  '['.repeat(10_000),
  `${'['.repeat(3000)}${']'.repeat(3000)}`,
  `{"t":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
  `{"${'x'.repeat(10_000)}":1}`,
]

const GOOD = '{"email":"x@farm.example","password":"Wrong-Air-42"}'

/** Headers and bytes of a body that is not the text it says it is. */
export const UNREADABLE: [Record<string, string>, Buffer][] = [
  [{}, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
  [{}, Buffer.from(`\ufeff${GOOD}`)],
  [{}, Buffer.from(GOOD, 'utf16le')],
  [{ 'content-type': 'application/json; charset=utf-16' }, Buffer.from(GOOD, 'utf16le')],
  [{ 'content-type': 'application/json; charset=nonsense' }, Buffer.from(GOOD)],
  [{ 'content-type': 'application/json;;;=' }, Buffer.from(GOOD)],
  [{ 'content-type': 'multipart/form-data; boundary=x' }, Buffer.from('--x--')],
  [{ 'content-type': '' }, Buffer.from(GOOD)],
  [{ 'content-encoding': 'gzip' }, Buffer.from(GOOD)],
  [{ 'content-encoding': 'gzip' }, gzipSync(GOOD)],
  [{ 'content-length': '3' }, Buffer.from(GOOD)],
  [{}, Buffer.alloc(300_000, 0x5b)],
  [{}, randomBytes(4096)],
]
