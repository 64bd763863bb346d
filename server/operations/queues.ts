import { importQueue } from '../imports/queue.ts'
import { type Queue, queueOfFiles } from '../kit/queues/queues.ts'
import type { Services } from '../kit/services.ts'
import { outboxQueues } from '../notifications/outbox/queues.ts'

/** Everything that waits for a process, in the order people look for it. */
const QUEUES: Queue[] = [
  ...outboxQueues,
  queueOfFiles('exports', 'exports'),
  importQueue,
  queueOfFiles('reports', 'reports'),
  queueOfFiles('snapshots', 'research_snapshots'),
  queueOfFiles('data_copies', 'data_copies'),
]

/** State of every queue of the installation. */
export const stateOfQueues = ({ db, now }: Pick<Services, 'db' | 'now'>) =>
  Promise.all(QUEUES.map(async ({ name, state }) => ({ name, ...(await state(db, now())) })))
