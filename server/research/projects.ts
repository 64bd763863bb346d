export { deleteDemoProjects, projectOfId, type ResearchRow } from './store.ts'
