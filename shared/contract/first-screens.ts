import type { api } from './index.ts'

interface FirstScreen {
  /** Regular expression of its addresses. */
  path: string
  signedIn: boolean
  /** Name of its file of texts. */
  texts: string
  /** The calls it begins with, all without parameters. */
  reads: readonly (keyof typeof api)[]
}

/** The screens somebody's visit begins with: what they need is sent for before the product has come. */
export const FIRST_SCREENS = [
  { path: '^/sign-in$', signedIn: false, texts: 'users', reads: ['getSetup'] },
  {
    path: '^/(locations)?$',
    signedIn: true,
    texts: 'locations',
    reads: [
      'authenticate',
      'listLocations',
      'listSensors',
      'listLast',
      'getTaxonomy',
      'getDemo',
      'listOffers',
      'getAlarmWatch',
    ],
  },
  {
    path: '^/(data|measurements)(/\\d+)?$',
    signedIn: true,
    texts: 'measurements',
    reads: ['authenticate', 'listSensors', 'listLast', 'getTaxonomy', 'getSettings'],
  },
] as const satisfies readonly FirstScreen[]
