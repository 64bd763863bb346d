/** Licences of open data by their SPDX identifier, and none at all. The first is proposed. */
export const LICENCES = [
  'CC-BY-4.0',
  'CC0-1.0',
  'CC-BY-SA-4.0',
  'CC-BY-NC-4.0',
  'CC-BY-NC-SA-4.0',
  'ODC-By-1.0',
  'ODbL-1.0',
  'PDDL-1.0',
  'all-rights-reserved',
] as const
export type Licence = (typeof LICENCES)[number]

/** Name and address of a licence as its publisher has them. */
interface LicenceText {
  name: string
  url: string
}

const TEXTS: Record<Exclude<Licence, 'all-rights-reserved'>, LicenceText> = {
  'CC-BY-4.0': {
    name: 'Creative Commons Attribution 4.0 International',
    url: 'https://creativecommons.org/licenses/by/4.0/',
  },
  'CC0-1.0': {
    name: 'Creative Commons Zero v1.0 Universal',
    url: 'https://creativecommons.org/publicdomain/zero/1.0/',
  },
  'CC-BY-SA-4.0': {
    name: 'Creative Commons Attribution Share Alike 4.0 International',
    url: 'https://creativecommons.org/licenses/by-sa/4.0/',
  },
  'CC-BY-NC-4.0': {
    name: 'Creative Commons Attribution Non Commercial 4.0 International',
    url: 'https://creativecommons.org/licenses/by-nc/4.0/',
  },
  'CC-BY-NC-SA-4.0': {
    name: 'Creative Commons Attribution Non Commercial Share Alike 4.0 International',
    url: 'https://creativecommons.org/licenses/by-nc-sa/4.0/',
  },
  'ODC-By-1.0': {
    name: 'Open Data Commons Attribution License v1.0',
    url: 'https://opendatacommons.org/licenses/by/1-0/',
  },
  'ODbL-1.0': {
    name: 'Open Data Commons Open Database License v1.0',
    url: 'https://opendatacommons.org/licenses/odbl/1-0/',
  },
  'PDDL-1.0': {
    name: 'Open Data Commons Public Domain Dedication & License 1.0',
    url: 'https://opendatacommons.org/licenses/pddl/1-0/',
  },
}

/** Name and address of a licence; null where all rights are reserved. */
export const licenceTextOf = (licence: Licence): LicenceText | null =>
  licence === 'all-rights-reserved' ? null : TEXTS[licence]
