/** Thresholds in minutes (specification §9). */
export const LAST_SEEN_MIN = 10
export const LAST_MESSAGE_MIN = 10
export const PHOTO_MIN = 60
export const INACTIVE_MIN = 180

export type DeviceColour = 'green' | 'red' | 'grey'

/** Colour of a "last …" icon: green below the threshold, grey beyond 180 minutes or never, red in between. */
export const colourOfAge = (minutes: number | null, threshold: number = LAST_SEEN_MIN): DeviceColour => {
  if (minutes === null || minutes > INACTIVE_MIN) return 'grey'
  return minutes < threshold ? 'green' : 'red'
}

/** Whole minutes from `time` (ISO 8601) to `now` (epoch ms), null without a time; a time ahead of now counts as now. */
export const minutesSince = (time: string | null, now: number): number | null =>
  time === null ? null : Math.max(0, Math.floor((now - Date.parse(time)) / 60_000))

/** Milliseconds without a message after which a device that sends every `uploadInterval` seconds is not online any more. */
export const onlineFor = (uploadInterval: number): number => Math.max(LAST_MESSAGE_MIN * 60_000, 2000 * uploadInterval)

/** True while the last message is younger than max(10 min, 2 × upload interval in seconds); null when there never was one. */
export const isOnline = (lastMessage: string | null, uploadInterval: number, now: number): boolean | null =>
  lastMessage === null ? null : now - Date.parse(lastMessage) < onlineFor(uploadInterval)
