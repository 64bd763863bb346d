import sharp from 'sharp'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { aDevice, type TestDevice } from '../../server/testing/a-device.ts'
import { aUser, type TestUser } from '../../server/testing/a-user.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { FEWER_BODIES, fuzz, type Post, posted, type Send } from './bystander.ts'
import { aText, type Chance, damaged } from './rubbish.ts'

let app: TestApp
let owner: TestUser
let device: TestDevice
let pictures: Buffer[]
beforeAll(async () => {
  app = await startTestApp()
  owner = await aUser(app)
  device = await aDevice(app, owner)
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const picture = sharp({ create: { width: 160, height: 120, channels: 3, background: '#888', noise } })
  pictures = await Promise.all([picture.jpeg().toBuffer(), picture.png().toBuffer(), picture.webp().toBuffer()])
})
afterAll(() => app.close())

const post: Post = (...sent) => posted(app, 'Bearer', ...sent)
const formOf = (name: string, content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n--x--\r\n'),
  ])
const FORM = 'multipart/form-data; boundary=x'

const photos: Send = chance => {
  const bytes = damaged(chance, chance.oneOf(pictures))
  const url = `/api/photos?time=${1_763_000_000 + chance.below(600_000)}`
  if (chance.isOneIn(3)) return post(url, device.key, FORM, damaged(chance, formOf('a.jpg', bytes)))
  return post(url, device.key, chance.oneOf(['image/jpeg', 'image/png', 'image/webp']), bytes)
}

const TIMES = ['2026-01-01 10:00', '01.02.2026 10:00:00', '1763640000', '2026-01-01T10:00:00Z', '3/4/26 5 pm']
const tableOf = (chance: Chance): string => {
  const separator = chance.oneOf([',', ';', '\t'])
  const cell = () => (chance.isOneIn(6) ? aText(chance, 60_000) : String(20 + chance.below(100) / 10))
  const columns = 1 + chance.below(6)
  const header = [
    'time',
    ...Array.from({ length: columns }, () => (chance.isOneIn(3) ? aText(chance, 2000) : 'Temp (°C)')),
  ]
  const rows = Array.from({ length: chance.size(200) }, () =>
    [chance.isOneIn(5) ? aText(chance, 5000) : chance.oneOf(TIMES), ...Array.from({ length: columns }, cell)].join(
      separator,
    ),
  )
  return [header.join(separator), ...rows].join('\n')
}
const imports: Send = chance => {
  const table = Buffer.from(tableOf(chance))
  const form = formOf('a.csv', chance.isOneIn(4) ? damaged(chance, table) : table)
  return post(
    `/api/imports?device_id=${device.id}`,
    owner.token,
    FORM,
    chance.isOneIn(10) ? damaged(chance, form) : form,
  )
}

describe('no file keeps others waiting', () => {
  test('photos', () => fuzz('photos', photos).then(() => {}), 3_600_000)
  test('imports', () => fuzz('imports', imports, FEWER_BODIES).then(() => {}), 3_600_000)
})
