import type { Generated } from 'kysely'

export interface ResearchTables {
  research: {
    id: Generated<number>
    name: string
    research_subject_id: number
    start: string
    end: string | null
    aim: string | null
    purpose: string | null
    conclusion: string | null
    institution: string | null
    owner_id: number | null
    created_at: string
  }
  /** People by e-mail, so that those without an account yet can be named. */
  research_people: { research_id: number; email: string }
}
