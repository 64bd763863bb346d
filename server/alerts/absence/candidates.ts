import type { Database } from '../../kit/database/database.ts'
import { fellowReadersOf } from '../../locations/readers.ts'
import { activePeople, type Person } from '../../users/accounts.ts'

export interface Candidate {
  person: Person
  /** Names of the locations of who is away that this person may not see. */
  unseen: string[]
}

/**
 * People who may stand in for somebody: who owns locations together with them, and who sees a location of theirs by a group that
 * they are both in. Nobody learns of people they do not see elsewhere.
 */
export const candidatesOf = async (db: Database, user: Pick<Person, 'id' | 'email'>): Promise<Candidate[]> => {
  const { locations, readers } = await fellowReadersOf(db, user)
  const people = await activePeople(db, { emails: [...readers.keys()] })
  return people
    .filter(({ id }) => id !== user.id)
    .map(person => ({
      person,
      unseen: locations
        .filter(({ id }) => person.admin === 0 && !readers.get(person.email)?.has(id))
        .map(({ name }) => name),
    }))
    .sort((a, b) => a.unseen.length - b.unseen.length || a.person.name.localeCompare(b.person.name))
}
