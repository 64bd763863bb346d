import { begin, expect, expectAccessibleEverywhere, openAs, test } from './product.ts'

// The administrator named where the broker is reached.
test.use({ farm: 'none', settings: { MQTT_PUBLIC_URL: 'mqtts://broker.example:8883' } })
test.describe.configure({ mode: 'serial' })

test('a new device leads to the manual of its firmware, which has its key, and waits for its first message', async ({
  page,
  product,
}) => {
  await begin(page)
  await page.goto('/devices?new=1')
  const dialog = page.getByRole('dialog', { name: 'New device' })
  await dialog.getByLabel('Name', { exact: true }).fill('Barn node')
  await dialog.getByRole('button', { name: 'Add device' }).click()
  const keys = page.getByRole('dialog', { name: 'New key for Barn node' })
  const key = (await keys.getByTestId('key').textContent()) ?? ''
  await keys.getByLabel('Example for').selectOption('ESPHome')
  await keys.getByRole('link', { name: 'ESPHome, step by step' }).click()

  await expect(page.getByRole('heading', { name: 'ESPHome', level: 1 })).toBeVisible()
  await expect(page.getByText('The key you have just created is filled in.')).toBeVisible()
  const example = page.locator('pre', { hasText: 'http_request.post' })
  await expect(example).toContainText(`url: ${product.origin}/api/measurements`)
  // Shown shortened, as a neighbour may look on; copied whole.
  await expect(example).not.toContainText(key)
  await expect(example).toContainText(`Bearer ${key.slice(0, 8)}…${key.slice(-4)}`)
  await expect(page.locator('pre', { hasText: 'mqtt:' })).toContainText('broker: broker.example')
  await expectAccessibleEverywhere(page)

  await expect(page.getByRole('heading', { name: 'What arrives from Barn node' })).toBeVisible()
  const sent = await fetch(`${product.origin}/api/measurements`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ t: 21.4 }),
  })
  expect(sent.status).toBe(201)
  await expect(page.getByText('21.4 °C received')).toBeVisible()

  // Another key may be typed beside the one of this tab. A key that ended is filled in no more.
  await page.getByLabel('Or another key of the device').fill('bm_typed-by-hand-and-long-enough')
  await expect(example).toContainText('Bearer bm_typed…ough')
  await page.getByLabel('Key of the device').fill('')
  await expect(example).toContainText(`Bearer ${key.slice(0, 8)}…`)
  await page.getByRole('button', { name: 'Create a key' }).click()
  const again = page.getByRole('dialog', { name: 'Keys of Barn node' })
  await again.getByRole('button', { name: /^Revoke/ }).click()
  await again.getByRole('button', { name: 'Close' }).click()
  await expect(example).toContainText('Bearer bm_…')
})

test('the key goes with the tab; one that is typed fills the texts, and stays on the screen', async ({ page }) => {
  await openAs(page, '/manuals/tasmota')
  await page.getByRole('combobox', { name: 'Device' }).click()
  await page.getByRole('option', { name: 'Barn node' }).click()
  await expect(page).toHaveURL(/\/manuals\/tasmota\?device=\d+$/)
  const example = page.locator('pre', { hasText: 'MqttHost' })
  await expect(example).toContainText('MqttHost broker.example; MqttPort 8883')
  await expect(example).toContainText('MqttPassword bm_…;')
  // The value of before is no news of what is set up now.
  await expect(page.getByText('Waiting for the first message')).toBeVisible()
  const asked: string[] = []
  page.on('request', request => asked.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.getByLabel('Key of the device').fill('bm_typed-by-hand-and-long-enough')
  await expect(example).toContainText('MqttPassword bm_typed…ough;')
  await expectAccessibleEverywhere(page)
  expect(asked.filter(one => one.includes('typed-by-hand'))).toEqual([])
})

test('a LoRaWAN device has the manuals of network servers, where its secret is made', async ({ page }) => {
  await openAs(page, '/manuals/things_stack')
  await expect(page.locator('pre', { hasText: '/api/lorawan/ttn' })).toBeVisible()
  await page.getByRole('button', { name: 'Create secret' }).click()
  const secret = (await page.getByTestId('webhook-secret').textContent()) ?? ''
  expect(secret).toMatch(/^bw_/)
  await expect(page.getByLabel('Secret of the network server')).toHaveValue(secret)
  await expect(page.locator('pre', { hasText: secret.slice(0, 8) })).toBeVisible()
})

test('the search finds the manuals by what people call them', async ({ page }) => {
  await openAs(page, '/')
  for (const [typed, found] of [
    ['esp32', 'ESPHome'],
    ['ttn', 'The Things Stack'],
    ['zigbee', 'Zigbee2MQTT'],
  ] as const) {
    const field = page.getByRole('combobox', { name: 'Search' })
    // On a busy machine the keys work a moment after what the server rendered can be seen.
    await expect(async () => {
      await page.keyboard.press('/')
      await expect(field).toBeFocused({ timeout: 5000 })
    }).toPass()
    await field.fill(typed)
    await page.getByRole('option', { name: `${found} Manuals` }).click()
    await expect(page.getByRole('heading', { name: found, level: 1 })).toBeVisible()
  }
})
