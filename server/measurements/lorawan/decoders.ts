import { CAYENNE } from './cayenne.ts'
import { DECENTLAB } from './decentlab.ts'
import type { Decoder } from './decoder.ts'
import { DRAGINO } from './dragino.ts'
import { ELSYS } from './elsys.ts'
import { MILESIGHT } from './milesight.ts'
import { MORE_MAKERS } from './more-makers.ts'

/** Every built-in decoder. Ids are kept for good, since devices name them. */
export const DECODERS: readonly Decoder[] = [
  ...MILESIGHT,
  ...ELSYS,
  ...DRAGINO,
  ...DECENTLAB,
  ...MORE_MAKERS,
  ...CAYENNE,
]

export const decoderOfId = (id: string): Decoder | undefined => DECODERS.find(one => one.id === id)

const plain = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/**
 * The decoder a network server's profile names, e.g. "Milesight AM307 EU868" or "lht65"; the longest model that fits, since
 * "ERS" is in many words. Undefined when none does.
 */
export const decoderOfProfile = (profile: string): Decoder | undefined => {
  const named = plain(profile)
  const fitting = DECODERS.flatMap(decoder =>
    decoder.models
      .map(plain)
      .filter(model => named === model || named === plain(decoder.maker) + model || isWord(profile, model))
      .map(model => ({ decoder, length: model.length })),
  )
  return fitting.sort((a, b) => b.length - a.length)[0]?.decoder
}

/** Whether a model stands in a name as a word or words of its own. */
const isWord = (profile: string, model: string): boolean => {
  const words = profile.toUpperCase().split(/[^A-Z0-9]+/)
  return words.some((_, from) =>
    words.some((_word, until) => until >= from && words.slice(from, until + 1).join('') === model),
  )
}
