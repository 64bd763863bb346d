import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeMail } from '../../server/notifications/templates/mail.ts'
import { aUser, type TestUser } from '../../server/testing/a-user.ts'
import { startTestApp, type TestApp } from '../../server/testing/start-test-app.ts'
import { fuzz } from './bystander.ts'
import { asJson, aText, type Chance, changed } from './rubbish.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await startTestApp()
  user = await aUser(app)
})
afterAll(() => app.close())

const send = async (method: 'POST' | 'PUT', url: string, payload: string) => {
  const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' }
  const answer = await app.inject({ method, url, payload, headers })
  const defect = () =>
    app
      .logged()
      .split('\n')
      .findLast(line => line.includes('"defect"'))
  if (answer.statusCode >= 500 && answer.statusCode !== 503)
    throw new Error(`${url}: ${payload.slice(0, 300)} ${defect()}`)
}

const address = (chance: Chance) =>
  `https://${chance.isOneIn(2) ? 'example.org' : aText(chance, 3000)}/${aText(chance, 3000)}`

describe('no word keeps others waiting', () => {
  test(
    'in push subscriptions',
    () =>
      fuzz('push subscriptions', chance => {
        const good = { endpoint: address(chance), keys: { p256dh: aText(chance, 400), auth: aText(chance, 200) } }
        return send('POST', '/api/alert-delivery/push-subscriptions', asJson(chance, changed(chance, good, 60_000)))
      }).then(() => {}),
    3_600_000,
  )

  test(
    'in addresses of webhooks',
    () =>
      fuzz('webhook addresses', chance =>
        send('PUT', '/api/alert-delivery/webhook', asJson(chance, changed(chance, { url: address(chance) }, 60_000))),
      ).then(() => {}),
    3_600_000,
  )

  test(
    'in names that mails carry, and it stays a word',
    () =>
      fuzz('mails', async chance => {
        const name = aText(chance, 60_000)
        const people = { title: name, entries: [{ name, phone: aText(chance, 100) }] }
        const action = { label: name, link: 'https://example.org/' }
        const sections = [{ title: name, text: name, table: { columns: [name, name], rows: [[name, name]] } }]
        const mail = {
          language: 'en' as const,
          text: `Hello ${name}`,
          sections,
          picture: name,
          people,
          action,
          after: name,
        }
        const { html, text } = writeMail(mail)
        expect(html).not.toContain('<script')
        expect(html.match(/<a href="(?!https:\/\/example\.org\/"|tel:)/)).toBeNull()
        expect(text).toContain('https://example.org/')
      }).then(() => {}),
    3_600_000,
  )
})
