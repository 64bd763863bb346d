// Runs before the first paint and before the product itself has come: a script of its own, without imports.

/** A screen whose parts are fetched side by side. */
interface EarlyScreen {
  /** Regular expression of its addresses. */
  path: string
  signedIn: boolean
  styles: readonly string[]
  /** Scripts in the order they run. */
  scripts: readonly string[]
  texts: Readonly<Record<string, readonly string[]>>
  /** Calls it reads: `GET /api/locations`. */
  reads: readonly string[]
}

/** Screens with their parts, filled in by the build (tools/early-start.ts). */
declare const SCREENS: readonly EarlyScreen[]
/** The product's own scripts in the order they run; none while developing. */
declare const START: readonly string[]
/** Stands between a sketch and what it was drawn from. */
declare const DRAWN_FROM: string
{
  /** ms to wait for a sketch: after that the product itself is what is waited for. */
  const PATIENCE = 1200
  /** ms without a word, after which what a sketch was drawn from is asked for call by call. */
  const STALLED = 3000

  /** Header of all that the server itself answers (shared/contract/call.ts). */
  const OWN_ANSWER = 'x-barnometer'

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
  const isLanguage = (one: string) => /^(de|en|es|nl)$/.test(one)
  const locale = new URLSearchParams(location.search).get('locale')?.slice(0, 2).toLowerCase() ?? ''
  const language =
    [
      locale,
      ...[kept('barnometer.language'), ...navigator.languages].map(tag => tag?.slice(0, 2).toLowerCase() ?? ''),
    ].find(isLanguage) ?? 'en'
  const screen = SCREENS.find(
    one => one.signedIn === (token !== null) && (!token || new RegExp(one.path).test(location.pathname)),
  )

  const linkTo = (rel: string, href: string) => {
    const link = document.createElement('link')
    link.rel = rel
    if (rel === 'preload') link.as = 'style'
    link.crossOrigin = ''
    link.href = href
    document.head.append(link)
    return link
  }

  /** Answers the sketch was drawn from, by call; they come behind it. */
  let drawnFrom: Promise<ReadonlyMap<string, string>> | undefined

  const ask = (call: string): Promise<Response> => {
    const [method = '', url = ''] = call.split(' ')
    const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), 'accept-language': language }
    return fetch(url, { method, headers })
  }

  const known = async (call: string): Promise<Response> => {
    const answer = (await drawnFrom?.catch(() => undefined))?.get(call)
    // The answer is as the server itself would have sent it.
    return answer === undefined ? ask(call) : new Response(answer, { headers: { [OWN_ANSWER]: '1' } })
  }

  const begun = new Map<string, Promise<Response>>()
  const keep = (call: string, answer: Promise<Response>) => {
    // The code that takes it over hears of a failure.
    answer.catch(() => undefined)
    begun.set([call, token, language].join(), answer)
  }

  const wait = (ms: number) => new Promise<unknown>(done => setTimeout(done, ms))

  /** ms between two tries to fetch a script where reception is poor. */
  const AGAIN = 3000

  const run = (href: string): Promise<unknown> =>
    import(href).catch(async failure => {
      reportError(failure)
      await wait(AGAIN)
      return run(href)
    })

  /** ms since the page was asked for, after which somebody is told that it takes long (specification §2). */
  const LONG = 5000

  const SLOW = {
    de: 'Die Seite lädt noch. Sind Sie noch mit dem Internet verbunden?',
    en: 'The page is still loading. Are you still connected to the Internet?',
    es: 'La página aún se está cargando. ¿Sigues con conexión a Internet?',
    nl: 'De pagina laadt nog. Heb je nog verbinding met internet?',
  } as const

  /** Says so while the scripts do not come. Returns what takes it away again. */
  const tellWhenLong = () => {
    let told: HTMLElement | undefined
    const timer = setTimeout(
      () => {
        told = document.createElement('p')
        told.id = 'slow'
        told.lang = language
        told.setAttribute('role', 'status')
        told.textContent = SLOW[language as keyof typeof SLOW]
        document.body.append(told)
      },
      Math.max(0, LONG - performance.now()),
    )
    return () => {
      clearTimeout(timer)
      told?.remove()
    }
  }

  /** Begins the product, each script in a task of its own, so that a tap in between is answered. */
  const begin = async () => {
    for (const href of screen?.styles ?? []) if (!document.querySelector(`[href="${href}"]`)) linkTo('preload', href)
    const scripts = [...START, ...(screen?.scripts ?? [])]
    for (const href of [...scripts, ...(screen?.texts[language] ?? [])]) linkTo('modulepreload', href)
    // The sketch knows what its screen reads next.
    const next = document.querySelectorAll<HTMLMetaElement>('#sketch meta[name=reads]')
    for (const { content } of next) keep(content, ask(content))
    for (const call of screen?.reads ?? []) keep(call, known(call))
    if (screen) window.barnometerBegun = begun
    const come = tellWhenLong()
    for (const href of scripts) {
      await run(href)
      // Timers of a page that nobody sees come a second apart.
      if (!document.hidden) await wait(0)
    }
    come()
    await window.barnometerBegin?.()
  }

  /**
   * Waits until something is on the glass, not only drawn; where the browser does not say so, soon after it was drawn.
   */
  const painted = () =>
    new Promise(done => {
      const seen = () => requestAnimationFrame(() => setTimeout(done))
      const late = setTimeout(seen, 300)
      new PerformanceObserver(list => {
        if (list.getEntriesByName('first-contentful-paint').length === 0) return
        clearTimeout(late)
        seen()
      }).observe({ type: 'paint', buffered: true })
    })

  const loaded = (link: HTMLLinkElement) =>
    new Promise(done => {
      link.onload = link.onerror = done
    })

  /** Shows the screen as the server draws it, until the product itself is there. */
  const showSketch = async () => {
    const styles = Promise.all((screen?.styles ?? []).map(href => loaded(linkTo('stylesheet', href))))
    const asked = new URLSearchParams({ path: location.pathname + location.search, width: String(innerWidth) })
    if (isLanguage(locale)) asked.set('locale', locale)
    const fetched = fetch(`/api/sketch?${asked}`, { headers: { authorization: `Bearer ${token}` } })
    // The first clock of a browser is 15 ms of work: done while nobody waits for anything else.
    setTimeout(() => new Intl.DateTimeFormat('en', { timeZone: 'UTC', day: 'numeric', hour: 'numeric' }))
    const answer = await fetched
    // An answer from something on the way, such as a portal of a wireless network, is not drawn.
    if (answer.status !== 200 || answer.headers.get(OWN_ANSWER) !== '1' || !answer.body) return
    const parts = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const more = async () => {
      const { done, value } = await parts.read()
      text += value ?? ''
      return !done
    }
    const readOn = async () => {
      let goesOn: unknown = true
      while (goesOn) goesOn = await Promise.race([more(), wait(STALLED)])
      if (goesOn === undefined) return new Map()
      const lines = (text.split(DRAWN_FROM)[1] ?? '').split('\n')
      return new Map(
        lines.map((call, line) => [call, lines[line + 1] ?? ''] as const).filter((_, line) => line % 2 === 0),
      )
    }
    while (!text.includes(DRAWN_FROM) && (await more()));
    const [drawn = ''] = text.split(DRAWN_FROM)
    await styles
    if (!drawn || document.getElementById('root')?.firstChild) return
    const place = document.createElement('div')
    place.id = 'sketch'
    place.innerHTML = drawn
    document.body.append(place)
    html.dataset.sketch = ''
    if (answer.headers.get('content-language') === language) drawnFrom = readOn()
    document.getElementById('boot')?.remove()
    await painted()
  }

  // The browser offers once to add the product to the home screen.
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    window.barnometerOffer = event
  })

  // Clicks and keys before the product is there are kept for it.
  const done: (Element | KeyboardEvent)[] = []
  window.barnometerDone = done
  document.addEventListener(
    'click',
    event => {
      const touched = event.target instanceof Element && event.target.closest('#sketch a, #sketch button')
      if (!touched) return
      event.preventDefault()
      done.push(touched)
    },
    true,
  )
  document.addEventListener('keydown', event => {
    if (document.getElementById('sketch') && !(event.target instanceof HTMLInputElement)) done.push(event)
  })

  const drawnFor = html.dataset.sketch
  const form = matchMedia('(max-width: 39.99em)').matches ? 'phone' : 'desk'
  // The person, the language or the form is another than the server took it for.
  if (drawnFor && (token || drawnFor !== `${language} ${form}`)) delete html.dataset.sketch

  // A browser that has kept the product shows it as quickly, and somebody who shows demo names wants no others.
  const mayAsk =
    START.length > 0 && screen && token && !navigator.serviceWorker?.controller && kept('barnometer.demo_mode') !== 'on'
  const sketched = html.dataset.sketch ? painted() : mayAsk ? showSketch().catch(() => undefined) : undefined
  if (sketched && !document.hidden) void Promise.race([sketched, wait(PATIENCE)]).then(begin)
  else void begin()
}
