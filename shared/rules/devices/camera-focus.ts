/** A device that has not confirmed within this is given up; a confirmed focus ends by itself after the second (decisions §4), in ms. */
export const FOCUS_CONFIRM_MS = 60_000
export const FOCUS_LASTS_MS = 180_000

export type FocusPhase = 'activating' | 'active' | 'failed' | 'deactivated'

/** Times stored of a focus mode: ISO 8601 UTC. */
export interface FocusTimes {
  asked_at: string
  confirmed_at: string | null
  stopped_at: string | null
}

export interface FocusReport {
  state: FocusPhase
  asked_at: string | null
  /** Time the state ends by itself; null when it does not. */
  ends_at: string | null
  /** Time it ended, by itself or by a person; null while it runs or after a failure. */
  ended_at: string | null
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** State of the camera's focus mode at `now` (epoch ms), from stored times alone; never asked for counts as deactivated. */
export const focusAt = (times: FocusTimes | null, now: number): FocusReport => {
  if (!times) return { state: 'deactivated', asked_at: null, ends_at: null, ended_at: null }
  const askedMs = Date.parse(times.asked_at)
  const { asked_at, stopped_at } = times
  const confirmed = confirmedAt(times)
  const end = confirmed === null ? askedMs + FOCUS_CONFIRM_MS : confirmed + FOCUS_LASTS_MS
  if (stopped_at !== null && Date.parse(stopped_at) < end)
    return { state: 'deactivated', asked_at, ends_at: null, ended_at: stopped_at }
  if (confirmed === null)
    return now < end
      ? { state: 'activating', asked_at, ends_at: iso(end), ended_at: null }
      : { state: 'failed', asked_at, ends_at: null, ended_at: null }
  return now < end
    ? { state: 'active', asked_at, ends_at: iso(end), ended_at: null }
    : { state: 'deactivated', asked_at, ends_at: null, ended_at: iso(end) }
}

/** A confirmation counts within 60 s of the asking. */
const confirmedAt = ({ asked_at, confirmed_at }: FocusTimes): number | null => {
  if (confirmed_at === null) return null
  const [askedMs, confirmed] = [Date.parse(asked_at), Date.parse(confirmed_at)]
  return confirmed >= askedMs && confirmed - askedMs < FOCUS_CONFIRM_MS ? confirmed : null
}
