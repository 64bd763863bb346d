import type { Environment } from '../../environment.ts'
import type { Log } from '../services.ts'
import { openLocalBus } from './local.ts'
import { openNatsBus } from './nats.ts'
import { openPostgresBus } from './postgres.ts'

export interface BusState {
  /** Connection to other processes; `off` where there are none. */
  link: 'off' | 'connected' | 'waiting'
  /** News that others have been told, and that were heard of others. */
  sent: number
  received: number
  /** Messages that are no news of this product. */
  ignored: number
  /** News that others were never told. */
  lost: number
  /** Times at which news may have been lost. */
  gaps: number
}

/** News between the parts of one process, and between processes that share their stores. Lost news cost freshness, never data. */
export interface Bus {
  /** Tells everybody who listens; with a device, also those who listen to this device alone. Returns at once. */
  publish(topic: string, news: unknown, deviceId?: number): void
  /** Listens to a topic, or to what it says of these devices. Returns the way to stop listening. */
  subscribe<News>(topic: string, listener: (news: News) => void, deviceIds?: readonly number[]): () => void
  /** Calls back when news may have been lost: what is known by news has to be read anew. Returns the way to stop. */
  onGap(listener: () => void): () => void
  state(): BusState
  close(): Promise<void>
}

/**
 * Opens the bus that the settings name: NATS, the PostgreSQL that processes share, or this process alone. `installation` tells
 * the mark of the installation, which NATS needs: one server may carry the news of several.
 */
export const openBus = async (
  { DATABASE_URL, NATS_URL }: Partial<Pick<Environment, 'DATABASE_URL' | 'NATS_URL'>>,
  log: Log,
  installation: () => Promise<string> = async () => 'without a mark',
): Promise<Bus> => {
  if (NATS_URL) return openNatsBus(NATS_URL, log, await installation())
  return DATABASE_URL ? openPostgresBus(DATABASE_URL) : openLocalBus()
}
