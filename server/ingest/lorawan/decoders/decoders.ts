import { CAYENNE } from './cayenne.ts'
import { DECENTLAB } from './decentlab.ts'
import type { Decoder } from './decoder.ts'
import { DRAGINO } from './dragino.ts'
import { ELSYS } from './elsys.ts'
import { MILESIGHT } from './milesight.ts'
import { MORE_MAKERS } from './more-makers.ts'

/** Every built-in decoder. Ids are kept for good, since devices name them. */
export const BUILT_IN_DECODERS: readonly Decoder[] = [
  ...MILESIGHT,
  ...ELSYS,
  ...DRAGINO,
  ...DECENTLAB,
  ...MORE_MAKERS,
  ...CAYENNE,
]

export const decoderOfId = (id: string): Decoder | undefined => BUILT_IN_DECODERS.find(one => one.id === id)

const plain = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')

/**
 * The decoder a network server's profile names, e.g. "Milesight AM307 EU868" or "lht65"; the longest model that fits, since
 * "ERS" is in many words. Undefined when none does.
 */
export const decoderOfProfile = (profile: string): Decoder | undefined => {
  const named = plain(profile)
  const words = profile
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(word => word !== '')
  const fitting = BUILT_IN_DECODERS.flatMap(decoder =>
    decoder.models
      .map(plain)
      .filter(model => named === model || named === plain(decoder.maker) + model || isWord(words, model))
      .map(model => ({ decoder, length: model.length })),
  )
  return fitting.sort((a, b) => b.length - a.length)[0]?.decoder
}

/** Tells whether a model stands in a name as a word or words of its own. */
const isWord = (words: readonly string[], model: string): boolean =>
  words.some((_, from) => {
    let joined = ''
    for (let until = from; until < words.length && joined.length < model.length; until++) joined += words[until]
    return joined === model
  })
