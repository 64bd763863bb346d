import type { api } from './index.ts'

interface FirstScreen {
  /** Regular expression of its addresses. */
  path: string
  signedIn: boolean
  /** Module of its page, below `web`. */
  page: string
  /** Modules of parts whose scripts come later, but which the server renders: the page brings their style sheets. */
  parts?: readonly string[]
  /** Name of its file of texts. */
  texts: string
  /** The calls it begins with, all GET and without parameters. */
  reads: readonly (keyof typeof api)[]
}

/** The screens somebody's visit begins with: the server renders them. */
export const FIRST_SCREENS = [
  {
    path: '^/sign-in$',
    signedIn: false,
    page: 'users/sign-in/sign-in-page.tsx',
    texts: 'users',
    reads: ['getSetup'],
  },
  {
    path: '^/(locations)?$',
    signedIn: true,
    page: 'locations/home/home-page.tsx',
    parts: ['locations/home/first-start.tsx', 'locations/home/shared-devices.tsx'],
    texts: 'locations',
    reads: [
      'listLocations',
      'listSensors',
      'listLast',
      'getTaxonomy',
      'getDemo',
      'listOffers',
      'listGroups',
      'getAlarmWatch',
    ],
  },
  {
    path: '^/(data|measurements)(/\\d+)?$',
    signedIn: true,
    page: 'measurements/page/data-page.tsx',
    texts: 'measurements',
    reads: ['listSensors', 'listLast', 'getTaxonomy', 'getSettings'],
  },
] as const satisfies readonly FirstScreen[]
