// Constants that need no schema: screens start with them, so this file imports nothing.

export const LANGUAGES = ['de', 'en', 'es', 'nl'] as const
export type Language = (typeof LANGUAGES)[number]

export const DEFAULT_TIME_ZONE = 'Europe/Amsterdam'
export const TERMS_VERSION = '2018-05-25'
export const PRODUCT_VERSION = '3.1.20'

/** Kinds of things one person offers another. */
export const OFFER_KINDS = ['device', 'rental', 'location', 'research'] as const
export type OfferKind = (typeof OFFER_KINDS)[number]
export const OFFER_STATES = ['waiting', 'declined', 'expired'] as const
export type OfferState = (typeof OFFER_STATES)[number]
/** Days in which an offer can be accepted. */
export const OFFER_DAYS = 7

export const INTERVALS = ['hour', 'day', 'week', 'month', 'year', 'selection'] as const
export type PeriodInterval = (typeof INTERVALS)[number]

/** Impressions of an inspection or an answer. */
export const IMPRESSIONS = ['good', 'neutral', 'bad'] as const
export type Impression = (typeof IMPRESSIONS)[number]

/** Upper bound of photos chosen, packed or deleted in one go. */
export const MAX_PHOTOS_AT_ONCE = 200

/** Upper bound of width × height of a picture, px: what unpacks to more is no photo of a barn. */
export const MAX_PHOTO_PIXELS = 50_000_000

/** Letters of the notes of an inspection, and of an answer in words. */
export const MAX_NOTES = 2500
export const MAX_ANSWER_TEXT = 2500
export const MAX_INSPECTION_PHOTOS = 30
/** Size of a photo or file of an inspection. */
export const MAX_INSPECTION_FILE_BYTES = 10 * 1024 * 1024
/** Minutes before and after an inspection whose mean is its climate. */
export const CLIMATE_MINUTES = 30

/** Charts of one board. */
export const MAX_BOARD_CHARTS = 24

/** Manual measurements that are read at once. */
export const MANUAL_AT_ONCE = 1000
