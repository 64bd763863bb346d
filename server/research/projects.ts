export { projectOfId, type ResearchRow } from './store.ts'
