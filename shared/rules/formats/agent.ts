/** Browsers in the order they are looked for: most also call themselves by the names of those below them. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/^(?=.*Version\/\d).* Safari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

const named = (names: readonly (readonly [RegExp, string])[], agent: string): string | null =>
  names.find(([pattern]) => pattern.test(agent))?.[1] ?? null

/** Browser and system of a user agent, null where they are none of the usual ones. */
export const agentOf = (agent: string): { browser: string | null; system: string | null } => ({
  browser: named(BROWSERS, agent),
  system: named(SYSTEMS, agent),
})
