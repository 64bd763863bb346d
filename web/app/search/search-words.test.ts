import { describe, expect, test } from 'vitest'
import de from '#shared/locales/de/search.json' with { type: 'json' }
import en from '#shared/locales/en/search.json' with { type: 'json' }
import es from '#shared/locales/es/search.json' with { type: 'json' }
import nl from '#shared/locales/nl/search.json' with { type: 'json' }
import { type Found, find } from './search-entries.ts'

const TEXTS = { de, en, es, nl }
type Language = keyof typeof TEXTS

/** Screens and actions as the search has them, each named by its key alone: what is found is found by its words. */
const entriesOf = (language: Language): Found[] => {
  const { words, manual_words, measured, action, action_words } = TEXTS[language]
  const pages = Object.entries({ ...words, ...manual_words }).map(([id, known]) => ({
    kind: 'page' as const,
    id,
    known,
  }))
  const looks = (['light', 'dark', 'auto'] as const).map(id => ({
    kind: 'action' as const,
    id,
    known: `${action[id]} ${action_words[id]}`,
  }))
  return [...pages, ...looks].map(({ kind, id, known }) => ({
    kind,
    id,
    name: '–',
    place: '',
    words: id === 'data' ? `${known} ${measured}` : known,
    leads: { act: () => undefined },
  }))
}

/** Words that people type, by what they are to find. */
const TYPED: Record<string, Record<Language, readonly string[]>> = {
  data: {
    de: ['Ammoniak', 'Diagramm'],
    en: ['ammonia', 'chart', 'dust'],
    es: ['amoniaco', 'gráfico', 'polvo'],
    nl: ['ammoniak', 'grafiek', 'fijnstof'],
  },
  export: { de: ['Excel', 'csv'], en: ['excel', 'csv'], es: ['excel', 'csv'], nl: ['Excel', 'csv'] },
  profile: { de: ['Passwort', 'Kennwort'], en: ['password'], es: ['contraseña', 'contrasena'], nl: ['wachtwoord'] },
  dark: { de: ['dunkel', 'Nachtmodus'], en: ['dark', 'night mode'], es: ['oscuro', 'modo noche'], nl: ['donker'] },
  esphome: { de: ['esp32'], en: ['esp32', 'yaml'], es: ['esp32'], nl: ['esp32'] },
  zigbee2mqtt: { de: ['Zigbee', 'Brücke'], en: ['zigbee', 'bridge'], es: ['zigbee', 'puente'], nl: ['zigbee', 'brug'] },
  things_stack: { de: ['TTN', 'LoRaWAN'], en: ['ttn', 'lorawan'], es: ['ttn', 'lora'], nl: ['ttn', 'lorawan'] },
  chirpstack: { de: ['lorawan'], en: ['network server'], es: ['servidor de red'], nl: ['netwerkserver'] },
  telegraf: { de: ['modbus'], en: ['influxdb'], es: ['modbus'], nl: ['influxdb'] },
  tasmota: { de: ['Steckdose'], en: ['plug', 'sonoff'], es: ['enchufe'], nl: ['stekker'] },
  floor_plans: {
    de: ['Grundriss', 'Stallplan'],
    en: ['floor plan', 'drawing'],
    es: ['plano', 'croquis'],
    nl: ['plattegrond', 'tekening'],
  },
  devices: { de: ['kalibrieren'], en: ['calibrate'], es: ['calibrar'], nl: ['kalibreren', 'ijken'] },
}

const CASES = Object.entries(TYPED).flatMap(([wanted, byLanguage]) =>
  Object.entries(byLanguage).flatMap(([language, typed]) =>
    typed.map(text => ({ wanted, language: language as Language, text })),
  ),
)

describe('the search finds by words that people use', () => {
  test.each(CASES)('$language: $text leads to $wanted', ({ wanted, language, text }) => {
    expect(find(entriesOf(language), text, 20).map(({ id }) => id)).toContain(wanted)
  })
})
