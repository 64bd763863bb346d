import { boundariesOf } from './types.ts'

/** Names of the sources of limits, as the sources call themselves, by their keys in thresholds.csv. */
const NAMES: Readonly<Record<string, string>> = {
  EU07: '2007/43/EC, annex II',
  LOH: 'Lohmann Management Guide 2017',
  PL26: 'Dz.U. 2010 nr 56 poz. 344, § 26',
  PLc: 'Doradztwo rolnicze (PL), bydło',
  PLg: 'Doradztwo rolnicze (PL), kozy',
  DE6: 'TierSchNutztV § 6',
  DIS: 'disarmproject.eu',
  HORSE: 'BMEL, Leitlinien zur Beurteilung von Pferdehaltungen',
  IS: 'Reglugerð um velferð hrossa (IS), annex I-B',
}

/**
 * Names of the sources of the limit of a measurement for a kind of animals; null where there is no limit, or no source for it.
 * A row may name several: those beside the number of the limit count, else the first.
 */
export const limitSourceOf = (key: string, areaTypeId: number): string | null => {
  const found = boundariesOf(key, areaTypeId)
  if (!found || found.limit_value === null) return null
  const pieces = found.source.split(/[;,]/)
  const piece = pieces.find(one => one.trim().startsWith(`${found.limit_value} `)) ?? pieces[0] ?? ''
  const names = [...piece.matchAll(/\[([A-Za-z0-9]+)\]/g)].flatMap(([, name = '']) => NAMES[name] ?? [])
  return names.length > 0 ? names.join(' · ') : null
}
