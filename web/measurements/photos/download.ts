import { zip } from 'fflate'
import { isOwnAnswer } from '#shared/contract/call.ts'
import type { Photo } from '#shared/contract/measurements/photos.ts'
import { fileName, fileWord } from '#shared/rules/formats/file-name.ts'
import { localDateAt } from '#shared/rules/time/wall-clock.ts'
import { dateTimeIn } from '../../kit/language/format.ts'

/** `bm-2041_2026-11-21-12-30_normal.jpg`. */
export const fileNameOf = (photo: Photo, device: string, timeZone: string): string => {
  return fileName([fileWord(device) || 'photo', dateTimeIn(photo.time, timeZone), photo.kind], {}, 'jpg')
}

const save = (address: string, name: string): void => {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

export const downloadOne = (photo: Photo, device: string, timeZone: string): void =>
  save(photo.web, fileNameOf(photo, device, timeZone))

const read = async (address: string): Promise<Uint8Array> => {
  const answer = await fetch(address)
  if (!answer.ok || !isOwnAnswer(answer)) throw new Error(String(answer.status))
  return new Uint8Array(await answer.arrayBuffer())
}

/** Names of one moment differ by a number: two photos of a minute stay two files. */
export const uniqueNames = (names: string[]): string[] => {
  const seen = new Map<string, number>()
  return names.map(name => {
    const nth = (seen.get(name) ?? 0) + 1
    seen.set(name, nth)
    return nth === 1 ? name : name.replace(/(\.\w+)$/, `-${nth}$1`)
  })
}

/** Packs photos into one file and hands it to the browser. Rejects when one of them cannot be fetched. */
export const downloadAll = async (photos: Photo[], device: string, timeZone: string): Promise<void> => {
  const names = uniqueNames(photos.map(photo => fileNameOf(photo, device, timeZone)))
  const files: Record<string, Uint8Array> = {}
  // Photos are asked for one by one: a farm's connection is slow, and a browser asks only a few at once anyway.
  for (const [index, photo] of photos.entries()) files[names[index] ?? ''] = await read(photo.web)
  const packed = await new Promise<Uint8Array>((done, failed) =>
    // JPEG does not get smaller.
    zip(files, { level: 0 }, (error, bytes) => (error ? failed(error) : done(bytes))),
  )
  const address = URL.createObjectURL(new Blob([packed as Uint8Array<ArrayBuffer>], { type: 'application/zip' }))
  const days = photos.map(({ time }) => localDateAt(time, timeZone)).toSorted()
  save(address, fileName([device], { from: days[0], last: days.at(-1) }, 'zip'))
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
