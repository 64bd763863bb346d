export { type CalendarInspection, inspectionsSince, remindersSince } from './calendar-store.ts'
