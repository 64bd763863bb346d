import i18next, { type BackendModule, createInstance, type i18n as I18n, type InitOptions } from 'i18next'
import LanguageDetector from 'i18next-browser-languagedetector'
import { initReactI18next } from 'react-i18next'
import { LANGUAGES, type Language } from '#shared/contract/fixed.ts'
import { PartFailed } from '../pages/part.ts'

/** Every file of texts but those of the server, which writes them itself, and those of every screen below. */
const files = import.meta.glob<Record<string, unknown>>(
  [
    '../../../shared/locales/*/*.json',
    '!../../../shared/locales/*/{server,taxonomy,*-mails,demo-*}.json',
    '!../../../shared/locales/*/{app,ui,form}.json',
  ],
  { import: 'default' },
)

/** Texts that every screen needs, in one file per language. */
const first = import.meta.glob<Record<string, Record<string, unknown>>>('./first-texts/*.ts')
const FIRST = ['app', 'ui', 'form']

const loaderOf = (language: string, file: string): (() => Promise<unknown>) | undefined => {
  const load = first[`./first-texts/${language}.ts`]
  if (load && FIRST.includes(file)) return () => load().then(texts => texts[file])
  return files[`../../../shared/locales/${language}/${file}.json`]
}

const lazyFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, file, done) => {
    const load = loaderOf(language, file)
    if (!load) return done(new Error(`No texts ${language}/${file}`), null)
    load().then(
      texts => done(null, texts as never),
      // Asked for again some times, over some seconds, before they are given up.
      failure => done(failure as Error, true as never),
    )
  },
}

const shortOf = (tag: string): string => tag.slice(0, 2).toLowerCase()

/** The language the user saved on the server beats the browser's; only a `locale` in the address beats both. */
let saved: Language | undefined
const detector = new LanguageDetector()
detector.addDetector({ name: 'saved', lookup: () => saved })

const begin = (i18n: I18n, files: readonly string[], more: InitOptions): Promise<unknown> =>
  i18n.use(lazyFiles).init({
    supportedLngs: LANGUAGES,
    nonExplicitSupportedLngs: true,
    load: 'languageOnly',
    fallbackLng: 'en',
    ns: [...FIRST, ...files],
    defaultNS: 'app',
    interpolation: { escapeValue: false },
    ...more,
  })

/** Texts in a given language. `files` are those needed besides what every screen needs. */
export const startTexts = (language: Language, files: readonly string[]): Promise<unknown> =>
  begin(i18next.use(initReactI18next), files, { lng: language })

/** Texts of one request to the server, which share their language with no other. */
export const textsOfRequest = async (language: Language): Promise<I18n> => {
  const i18n = createInstance()
  await begin(i18n, [], { lng: language })
  return i18n
}

/** `files` are texts the first screen needs besides those of every screen. */
export const startLanguage = (files: readonly string[]): Promise<unknown> => {
  i18next.on('languageChanged', language => {
    document.documentElement.lang = language
  })
  return begin(i18next.use(initReactI18next).use(detector), files, {
    detection: {
      order: ['querystring', 'saved', 'localStorage', 'navigator'],
      lookupQuerystring: 'locale',
      lookupLocalStorage: 'barnometer.language',
      caches: ['localStorage'],
      convertDetectedLanguage: shortOf,
    },
  })
}

export const currentLanguage = (i18n: I18n = i18next): Language => {
  const language = (i18n.resolvedLanguage ?? 'en') as Language
  return LANGUAGES.includes(language) ? language : 'en'
}

/** Takes over the language of an account that has just been read. */
export const adoptLanguage = async (language: Language): Promise<void> => {
  saved = language
  const wanted = new URLSearchParams(location.search).get('locale')
  if (wanted && LANGUAGES.includes(shortOf(wanted) as Language)) return
  if (language !== currentLanguage()) await i18next.changeLanguage(language)
}

export const OWN_NAME: Record<Language, string> = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  nl: 'Nederlands',
}

/** Texts of a screen, before it is drawn; those that were given up earlier are asked for again. Without them only their names would stand there. */
export const loadTexts = async (i18n: I18n, files: readonly string[]): Promise<void> => {
  await i18n.loadNamespaces([...files])
  const missing = () => files.filter(file => !i18n.hasResourceBundle(currentLanguage(i18n), file))
  if (missing().length > 0) await i18n.reloadResources([currentLanguage(i18n)], missing())
  if (missing().length > 0) throw new PartFailed(`No texts ${missing().join()}`)
}
