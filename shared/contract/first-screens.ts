interface FirstScreen {
  /** Regular expression of its addresses. */
  path: string
  signedIn: boolean
  /** Module of its page, below `web`. */
  page: string
  /** Modules of parts whose scripts come later, but which the server renders: the page brings their style sheets. */
  parts?: readonly string[]
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
] as const satisfies readonly FirstScreen[]
