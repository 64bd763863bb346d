// Runs before the first paint and before the product itself has come: a script of its own, without imports.

/** A screen whose parts are fetched side by side. */
interface EarlyScreen {
  paths: readonly string[]
  signedIn: boolean
  /** Scripts and style sheets of the screen. */
  files: readonly string[]
  texts: Readonly<Record<string, readonly string[]>>
  /** What it reads: `GET /api/locations`. */
  reads: readonly string[]
}

/** Filled in by the build (tools/early-start.ts). */
declare const SCREENS: readonly EarlyScreen[]
{
  const kept = (key: string): string | null => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }

  // Same key and attribute as the component library.
  const scheme = kept('mantine-color-scheme-value') || 'auto'
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

  const token = kept('barnometer.token')
  const wished = [new URLSearchParams(location.search).get('locale'), kept('barnometer.language')]
  const language =
    [...wished, ...navigator.languages]
      .map(tag => tag?.slice(0, 2).toLowerCase() ?? '')
      .find(one => /^(de|en|es|nl)$/.test(one)) ?? 'en'
  const screen = SCREENS.find(
    one => one.signedIn === (token !== null) && (!token || one.paths.includes(location.pathname)),
  )

  const fetchSoon = (href: string) => {
    const link = document.createElement('link')
    link.rel = href.endsWith('.css') ? 'preload' : 'modulepreload'
    if (href.endsWith('.css')) link.as = 'style'
    link.crossOrigin = ''
    link.href = href
    document.head.append(link)
  }

  const begin = (call: string) => {
    const [method = '', url = ''] = call.split(' ')
    const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), 'accept-language': language }
    const answer = fetch(url, { method, headers })
    // Whoever takes it over hears of a failure.
    answer.catch(() => undefined)
    return [[call, token, language].join(), answer] as const
  }

  if (screen) {
    for (const href of [...screen.files, ...(screen.texts[language] ?? [])]) fetchSoon(href)
    window.barnometerBegun = new Map(screen.reads.map(begin))
  }
}
