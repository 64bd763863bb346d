import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aDevice } from '../../server/testing/a-device.ts'
import { aPicture } from '../../server/testing/a-photo.ts'
import { aFirstUser } from '../../server/testing/a-user.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'

const text = readFileSync(new URL('../../docs/device-protocol.md', import.meta.url), 'utf8')
const section = text.slice(text.indexOf('\n## Photos'), text.indexOf('\n## State and settings'))
const commands = [...section.matchAll(/```\n(curl [\s\S]+?)\n```/g)].map(([, command]) => command ?? '')

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startTestApp({ now: '2025-11-21T00:00:00Z' })
  folder = mkdtempSync(join(tmpdir(), 'barnometer-protocol-'))
  writeFileSync(join(folder, 'photo.jpg'), await aPicture())
  writeFileSync(
    join(folder, 'thermal.png'),
    await sharp(await aPicture())
      .png()
      .toBuffer(),
  )
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const hasCurl = spawnSync('curl', ['--version']).status === 0

test.skipIf(!hasCurl)('the protocol page sends photos as it says (skipped where there is no curl)', async () => {
  expect(commands).toHaveLength(2)
  const owner = await aFirstUser(app)
  const device = await aDevice(app, owner)
  const origin = await app.listen()
  const answers: unknown[] = []
  for (const command of commands) {
    const here = command.replace('http://localhost:8080', origin)
    const options = { cwd: folder, env: { ...process.env, KEY: device.key } }
    const { stdout } = await promisify(execFile)('bash', ['-c', `${here} -s`], options)
    answers.push(JSON.parse(stdout))
  }
  const taken = { device_id: device.id, time: '2025-11-20T22:00:00.000Z', width: 64, height: 48 }
  expect(answers).toEqual([
    { id: expect.any(Number), kind: 'normal', ...taken },
    { id: expect.any(Number), kind: 'infrared', ...taken },
  ])
  const { photos } = await app.call(api.listPhotos, { query: { device_id: device.id } }, owner.token)
  expect(photos).toHaveLength(2)
})
