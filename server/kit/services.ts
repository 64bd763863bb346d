import type { Kysely } from 'kysely'
import type { Environment } from '../environment.ts'
import type { Tables } from '../tables.ts'
import type { Bus } from './bus/bus.ts'
import type { Series } from './database/series.ts'
import type { Files } from './files/files.ts'

export interface Log {
  info(details: object | string, message?: string): void
  warn(details: object | string, message?: string): void
  error(details: object | string, message?: string): void
}

/** Stores, clock, log and settings, handed to whatever needs them. Tests bring their own. */
export interface Services {
  environment: Environment
  db: Kysely<Tables>
  series: Series
  files: Files
  bus: Bus
  /** Epoch ms. */
  now: () => number
  log: Log
  /** Address people reach the product at, without a slash at the end. */
  publicUrl: () => string
}

export const isoNow = (services: Pick<Services, 'now'>): string => new Date(services.now()).toISOString()
