export { contactPointIn, contactPointsToTell, shownWays, wayOf } from './contact-points/contact-points.ts'
export { tellContactPoint } from './contact-points/send.ts'
