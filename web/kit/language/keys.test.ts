import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import texts from '#shared/locales/en/alerts.json' with { type: 'json' }
import { openText } from './open-text.ts'

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { alerts: texts } } }))

test('a key that no file of texts has does not compile', () => {
  const t = i18next.getFixedT(null, 'alerts')
  expect(t('heading')).toBe('Alerts')
  expect(t(`kind.${'battery_low' as 'battery_low' | 'device_silent'}`)).toBe('Battery low')
  // @ts-expect-error: no language has it
  expect(t('no_such_key')).toBe('no_such_key')
  // @ts-expect-error: one of the two is missing
  expect(t(`kind.${'fire' as 'battery_low' | 'fire'}`)).toBe('kind.fire')
  // @ts-expect-error: no such file
  expect(i18next.t('no_such_file:heading')).toBe('heading')
})

test('a key of something only the running product knows says whether there is a text', () => {
  expect(openText('alerts', `kind.${'battery_low' as string}`)).toBe('Battery low')
  expect(openText('alerts', `kind.${'fire' as string}`)).toBeUndefined()
  expect(openText('alerts', 'limit', { value: 20 })).toBe('limit 20')
})
