import type { Photo, PhotoKind } from '#shared/contract/measurements/photos.ts'

/** Kinds the grid can show: both side by side, one of them, or of both those that were marked. */
export const MOMENT_KINDS = ['both', 'normal', 'infrared', 'marked'] as const
export type Kinds = (typeof MOMENT_KINDS)[number]

export const kindsOf = (sent: string | undefined): Kinds => MOMENT_KINDS.find(one => one === sent) ?? 'both'

export interface Moment {
  time: string
  /** Photos of one moment: the normal one first. */
  photos: Photo[]
}

/** Two lenses of a camera are not read in the same second. */
const SAME_MS = 120_000

/** Newest first, as `photos` are; a normal and a thermal photo at most two minutes apart belong together. */
export const photoMomentsOf = (photos: readonly Photo[], kinds: Kinds): Moment[] => {
  const moments: Moment[] = []
  for (const photo of photos) {
    if (kinds === 'marked' ? !photo.marked : kinds !== 'both' && photo.kind !== kinds) continue
    const last = moments.at(-1)
    const [only] = last?.photos ?? []
    const joins =
      last?.photos.length === 1 &&
      only?.kind !== photo.kind &&
      Date.parse(last.time) - Date.parse(photo.time) <= SAME_MS
    if (last && joins) last.photos = photo.kind === 'normal' ? [photo, ...last.photos] : [...last.photos, photo]
    else moments.push({ time: photo.time, photos: [photo] })
  }
  return moments
}

/** The one of the other kind that was taken closest to `photo`. */
export const counterpart = (photos: readonly Photo[], photo: Photo): Photo | undefined => {
  const other: PhotoKind = photo.kind === 'normal' ? 'infrared' : 'normal'
  const distance = (one: Photo) => Math.abs(Date.parse(one.time) - Date.parse(photo.time))
  return photos.filter(one => one.kind === other).sort((a, b) => distance(a) - distance(b))[0]
}
