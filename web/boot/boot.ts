// Runs first, before the product has come: shows the screen as the server renders it, then fetches the product.
import '@fontsource-variable/inter/opsz.css'
import '../ui/theme/mantine.css'
import '../ui/theme/base.css'
import '../ui/theme/variables.css'
import type { RenderedScreen } from '#shared/contract/rendering.ts'

// The library that checks forms tries whether it may make code of text, which the content security policy refuses and the browser notes.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

/** ms the product waits for the server's HTML: after that both are on their way. */
const PATIENCE = 1200
/** ms between two tries to fetch a script where reception is poor. */
const AGAIN = 3000
/** ms since the page was asked for, after which a note says that it takes long (specification §2). */
const LONG = 5000

const SLOW = {
  de: 'Die Seite lädt noch. Sind Sie noch mit dem Internet verbunden?',
  en: 'The page is still loading. Are you still connected to the Internet?',
  es: 'La página aún se está cargando. ¿Sigues con conexión a Internet?',
  nl: 'De pagina laadt nog. Heb je nog verbinding met internet?',
} as const

const kept = (key: string): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const html = document.documentElement
// Same key and attribute as the component library.
const scheme = kept('mantine-color-scheme-value') || 'auto'
const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
html.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

const token = kept('barnometer.token')
const isLanguage = (one: string): one is keyof typeof SLOW => one in SLOW
const short = (tag: string | null) => tag?.slice(0, 2).toLowerCase() ?? ''
const locale = short(new URLSearchParams(location.search).get('locale'))
const language = [locale, ...[kept('barnometer.language'), ...navigator.languages].map(short)].find(isLanguage) ?? 'en'

const wait = (ms: number) => new Promise(done => setTimeout(done, ms))
const pageRead = new Promise<unknown>(done => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', done, { once: true })
  else done(undefined)
})

const boot: NonNullable<Window['barnometer']> = { preloaded: new Map(), pressed: [], loaded: () => undefined }
window.barnometer = boot

/** A link that opens here, in this tab. */
const HERE = 'a[href^="/"]:not([target])'
const TYPED = 'input:not([type=checkbox], [type=radio]), textarea'
const isTyped = ({ value, defaultValue }: HTMLInputElement | HTMLTextAreaElement) => value !== defaultValue

/**
 * Keeps buttons that are pressed before the product hears them. Fields work by themselves, and so do links, unless something was
 * typed: it would be gone with the page.
 */
const keepPress = (event: Event) => {
  const { target } = event
  if (html.dataset.ready !== undefined || !(target instanceof Element)) return
  // Pressed with one of these keys, a link opens elsewhere.
  if (event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) return
  const kept = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TYPED)].some(isTyped)
    ? `button, ${HERE}`
    : 'button'
  const pressed =
    event.type === 'submit' ? target.querySelector<HTMLElement>('[type=submit]') : target.closest<HTMLElement>(kept)
  if (!pressed) return
  event.preventDefault()
  boot.pressed.push(pressed)
}
document.addEventListener('click', keepPress, true)
document.addEventListener('submit', keepPress, true)

// The browser offers once to add the product to the home screen.
addEventListener('beforeinstallprompt', event => {
  event.preventDefault()
  window.barnometerOffer = event
})

/** Resolves once HTML is on the screen, not only laid out; where the browser does not say so, soon after. */
const painted = () =>
  new Promise(done => {
    const seen = () => requestAnimationFrame(() => setTimeout(done))
    setTimeout(seen, 300)
    new PerformanceObserver(list => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) seen()
    }).observe({ type: 'paint', buffered: true })
  })

/** Shows the screen as the server renders it for who asks, until the product is there. */
const askServer = async () => {
  const query = new URLSearchParams({ path: location.pathname + location.search, width: String(innerWidth) })
  if (isLanguage(locale) || !token) query.set('locale', language)
  const authorization = token ? { authorization: `Bearer ${token}` } : undefined
  const asked = fetch(`/api/rendered-screen?${query}`, { headers: { ...authorization } })
  // The browser reads its tables of languages at the first date: 20 ms of a fast processor, which nobody misses while the answer is on its way.
  new Intl.DateTimeFormat(language, { timeZone: 'UTC' }).format(0)
  const answer = await asked
  // An answer of something on the way, such as a portal of a wireless network, is not shown.
  if (answer.status !== 200 || answer.headers.get('x-barnometer') !== '1') return
  const [rendered] = await Promise.all([answer.json() as Promise<RenderedScreen | null>, pageRead])
  const root = document.getElementById('root')
  // The product has come first, or would have other texts.
  if (!rendered || !root || isMounting || (locale && rendered.language !== locale)) return
  root.innerHTML = rendered.html
  html.dataset.rendered = ''
  html.lang = rendered.language
  boot.rendered = rendered
  for (const url of rendered.next) {
    const answer = fetch(url, { headers: { ...authorization, 'accept-language': rendered.language } })
    // The code that takes it over hears of a failure.
    answer.catch(() => undefined)
    boot.preloaded.set([`GET ${url}`, token, rendered.language].join(), answer)
  }
  await painted()
}

/** Says that the page is still loading, until what it returns is called. */
const noteWhenLong = () => {
  const note = document.createElement('p')
  const said = { id: 'slow', lang: language, role: 'status', textContent: SLOW[language] }
  const show = () => document.body.append(Object.assign(note, said))
  const timer = setTimeout(show, Math.max(0, LONG - performance.now()))
  return () => {
    clearTimeout(timer)
    note.remove()
  }
}

const retryUntilLoaded = <Part>(load: () => Promise<Part>): Promise<Part> =>
  load().catch(async failure => {
    reportError(failure)
    await wait(AGAIN)
    return retryUntilLoaded(load)
  })

/** Fetches the product, each script run in a task of its own, so that a tap in between is answered. */
const start = async () => {
  boot.loaded = noteWhenLong()
  const { scripts = [], texts } = parts
  for (const href of [...scripts, ...(texts?.[boot.rendered?.language ?? language] ?? [])])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href, crossOrigin: '' }))
  for (const href of scripts) {
    await retryUntilLoaded(() => import(/* @vite-ignore */ href))
    // Timers of a page that nobody sees come a second apart.
    if (!document.hidden) await wait(0)
  }
  const { begin } = await retryUntilLoaded(() => import('./main.tsx'))
  isMounting = true
  await begin()
}

let isMounting = false
await pageRead
/** Files of a first screen; the page of another names none. */
const parts: { signedIn?: boolean; scripts?: string[]; texts?: Record<string, string[]> } = JSON.parse(
  document.getElementById('parts')?.textContent ?? '{}',
)
// A browser that has kept the product shows it as quickly, and demo mode shows no true names.
const mayAsk =
  parts.signedIn === (token !== null) && !navigator.serviceWorker?.controller && kept('barnometer.demo_mode') !== 'on'
if (mayAsk && !document.hidden) await Promise.race([askServer().catch(() => undefined), wait(PATIENCE)])
await start()
