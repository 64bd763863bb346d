interface FirstScreen {
  /** Regular expression of its addresses. */
  path: string
  signedIn: boolean
  /** Module of its page, below `web`. */
  page: string
  /** Modules of parts whose scripts come later, but which the server renders: the page brings their style sheets. */
  parts?: readonly string[]
  /** Keeps what it alone needs in chunks of its own, so that other first screens do not fetch it: fields and dialogs, for example. */
  apart?: true
  /** Names of its files of texts. */
  texts: readonly string[]
}

/** The screens somebody's visit begins with: the server renders them. */
export const FIRST_SCREENS = [
  {
    path: '^/sign-in$',
    signedIn: false,
    page: 'users/sign-in/sign-in-page.tsx',
    texts: ['users'],
  },
  {
    path: '^/(locations)?$',
    signedIn: true,
    page: 'locations/home/home-page.tsx',
    parts: ['locations/home/first-start.tsx', 'locations/home/shared-devices.tsx'],
    texts: ['locations'],
  },
  {
    path: '^/(data|measurements)(/\\d+)?$',
    signedIn: true,
    page: 'measurements/page/data-page.tsx',
    texts: ['measurements'],
  },
  {
    path: '^/alerts$',
    signedIn: true,
    page: 'alerts/list/alerts-page.tsx',
    parts: ['alerts/alert/alert-open.tsx'],
    apart: true,
    texts: ['alerts', 'alert-sentence', 'alarm-plan'],
  },
  {
    path: '^/inspect$',
    signedIn: true,
    page: 'diary/inspection-form/form-page.tsx',
    apart: true,
    texts: ['inspect', 'photos', 'dates'],
  },
  {
    path: '^/boards/\\d+$',
    signedIn: true,
    page: 'boards/board-page.tsx',
    apart: true,
    texts: ['boards', 'measurements', 'statistics'],
  },
] as const satisfies readonly FirstScreen[]
