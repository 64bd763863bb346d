export { groupPeople, memberIdsOf } from './group-store.ts'
