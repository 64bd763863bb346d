import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'

/** Name of this process: of its machine and of its start, so that no two of a set-up are one. */
export const PROCESS_NAME = `${hostname().replaceAll(/[^\w-]/g, '-')}-${process.pid}-${randomBytes(2).toString('hex')}`
