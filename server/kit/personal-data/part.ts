import type { Texts } from '#shared/locales/texts.ts'
import type { Tables } from '../../tables.ts'

/** Account whose data are gathered. */
export interface DataSubject {
  id: number
  email: string
  /** Time the account was made. */
  created_at: string
}

export type PersonalFile = keyof Texts['personal-data']['file']

/** `json` is taken apart again; `unless secret` is empty where the row's column `secret` is 1; what is left out says why. */
export type Given = 'yes' | 'json' | 'unless secret' | `no: ${string}`

/** Rows reached by another table, such as the areas of one's own locations. */
export interface Through {
  column: string
  table: string
  select: string
  id?: string
  email?: string
  /** Table by which the other table is itself reached. */
  through?: Through
  /** Leaves out rows that do not hold now, by their `start` and `end`. */
  now?: true
}

/** Rows of a table that are an account's own, and which of their columns it is given. */
export interface PersonalDataPart {
  file: PersonalFile
  table: string
  /** Columns that order the rows and tell those of one account apart. */
  key: readonly string[]
  /** Columns with the id or the address of the account; one of them is enough. */
  ids: readonly string[]
  emails: readonly string[]
  /**
   * Column with the time of a row, where rows with an address outlive its account: those before this account may be somebody
   * else's who had the address.
   */
  since?: string
  through?: Through
  columns: Readonly<Record<string, Given>>
}

type Column<Table extends keyof Tables> = Extract<keyof Tables[Table], string>

/** Part of a table. Each of its columns is named, so a new one does not compile until somebody decides. */
export const personalData = <Table extends keyof Tables>(
  table: Table,
  part: {
    file: PersonalFile
    key?: readonly Column<Table>[]
    ids?: readonly Column<Table>[]
    emails?: readonly Column<Table>[]
    since?: Column<Table>
    through?: Through & { column: Column<Table> }
    columns: Record<Column<Table>, Given>
  },
): PersonalDataPart => ({ key: ['id'], ids: [], emails: [], ...part, table })

/** Columns that a person is given, in the order of the table. */
export const givenColumns = ({ columns }: PersonalDataPart): string[] =>
  Object.entries(columns).flatMap(([name, given]) => (given.startsWith('no:') ? [] : [name]))
