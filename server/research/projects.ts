export { deleteDemoProjects, demoProjectIds, projectOfId, type ResearchRow } from './store.ts'
