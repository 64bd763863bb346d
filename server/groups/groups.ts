export { groupPeople, type Membership, memberIdsOf, memberOf } from './group-store.ts'
