import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, it } from 'vitest'
import { startMailServer } from '../servers/mail-server.ts'
import { addReportSchedule, signUp } from './farm.ts'
import { aSetUp } from './set-up.ts'

/** A lease of a minute in the outbox, and the looks at what waits: a mail that was sent again would have come by then. */
const AGAIN_MS = 90_000
const LONGEST_MS = 300_000

/** Number of the lock at which a moment is held. */
const GATE = 7
/** Moments of a report of a schedule, each with the change of a row that is held when the database goes down. */
const MOMENTS = [
  { when: 'before the run is written down', change: 'INSERT ON reports', row: 'true' },
  {
    when: 'before a process has taken it',
    change: 'UPDATE ON reports',
    row: "OLD.status = 'waiting' AND NEW.status = 'running'",
  },
  { when: 'between print and store', change: 'UPDATE ON reports', row: 'OLD.file IS DISTINCT FROM NEW.file' },
  { when: 'between store and mail', change: 'UPDATE ON reports', row: "NEW.status = 'ready'" },
  { when: 'before a mail is taken', change: 'UPDATE ON outbox', row: 'NEW.attempts > OLD.attempts' },
  { when: 'after the mail server took the mails', change: 'UPDATE ON outbox', row: "NEW.state = 'sent'" },
]

/** Asks the database itself, by a connection that ends with the answers. */
const ask = async <Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Holds every change of a kind until the database goes down, which forgets who held what. */
const holdChanges = async (url: string, { change, row }: (typeof MOMENTS)[number]): Promise<void> => {
  const holder = new pg.Client({ connectionString: url })
  // It is sent away with everybody else.
  holder.on('error', () => {})
  await holder.connect()
  await holder.query(`SELECT pg_advisory_lock(${GATE})`)
  await holder.query(`
    CREATE OR REPLACE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${GATE}); RETURN NEW; END $$;
    CREATE TRIGGER gate BEFORE ${change} FOR EACH ROW WHEN (${row}) EXECUTE FUNCTION wait_at_gate()`)
}

describe('two processes whose database is restarted while they make a report', () => {
  it(
    '[decisions §10] store and mail each run of a schedule once, and go on by themselves',
    async ({ expect, onTestFinished }) => {
      const mail = await startMailServer()
      const { postgres, files, start } = await aSetUp(onTestFinished)
      onTestFinished(mail.stop)
      const { url } = postgres
      const settings = { SMTP_URL: mail.url }
      const [one, two] = await Promise.all([start('one', 'all', settings), start('two', 'all', settings)])
      const token = await signUp(one.origin)
      const people = ['vet@farm.example', 'jan@farm.example']
      await addReportSchedule(one.origin, token, people)

      const isHeld = async () =>
        (await ask(url, "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).length > 0
      const outcome = async () => {
        const [counted] = await ask(
          url,
          `SELECT (SELECT count(*)::int FROM reports WHERE status = 'ready') AS ready,
             (SELECT count(*)::int FROM reports) AS runs,
             (SELECT count(*)::int FROM report_mails WHERE state = 'sent') AS sent`,
        )
        return {
          ...counted,
          stored: readdirSync(join(files, 'reports')).length,
          mailed: people.map(email => mail.mailsTo(email).length),
        }
      }
      for (const [index, moment] of MOMENTS.entries()) {
        await holdChanges(url, moment)
        await ask(url, `UPDATE report_schedules SET next_run_at = '${new Date().toISOString()}'`)
        await expect.poll(isHeld, { message: moment.when }).toBe(true)
        await postgres.restart()
        await ask(url, `DROP TRIGGER gate ON ${moment.change.split(' ').at(-1)}`)
        // A row that a process held is another's to take two minutes after its last sign.
        await ask(url, `UPDATE reports SET taken_until = '${new Date().toISOString()}' WHERE status = 'running'`)
        const runs = index + 1
        await expect
          .poll(outcome, { message: moment.when, timeout: AGAIN_MS, interval: 200 })
          .toMatchObject({ runs, ready: runs, sent: runs * people.length })
        expect(await outcome(), moment.when).toMatchObject({ stored: runs, mailed: people.map(() => runs) })
      }
      expect(await Promise.all([one, two].map(server => server.end('SIGTERM')))).toEqual([0, 0])
    },
    LONGEST_MS,
  )
})
