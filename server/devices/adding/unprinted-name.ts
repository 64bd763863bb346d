import { randomBytes } from 'node:crypto'
import type { Database } from '../../kit/database/database.ts'
import { deviceNameTaken } from '../store.ts'

const END = /^ [0-9a-f]{6}$/
/** Length of a name of which room for the end is left within that of any name. */
const LONGEST_START = 200

/** The part of a name that is kept; a sign that its end would cut in two is replaced. */
const startOf = (name: string): string => name.slice(0, LONGEST_START).toWellFormed()

/**
 * A name for a device on which nothing is printed, which no other has. It always ends in random characters: a plain name would
 * tell that nobody else on the server uses it.
 */
export const unprintedName = async (db: Database, name: string): Promise<string> => {
  for (;;) {
    const device_name = `${startOf(name)} ${randomBytes(3).toString('hex')}`
    if (!(await deviceNameTaken(db, { device_name })).device_name) return device_name
  }
}

/** Tells whether `unprintedName` made the name of a device that is called `name`. */
export const isUnprintedName = (deviceName: string, name: string): boolean =>
  deviceName.startsWith(startOf(name)) && END.test(deviceName.slice(startOf(name).length))
