export { sizesOfTables } from './size-store.ts'
