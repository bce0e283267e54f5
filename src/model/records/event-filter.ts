// Which events a webhook wants: `account.created`, `account.*`, `*`.
import { auditEvents, isAuditEvent } from './audit.ts'

/** The filter that matches every event. */
export const everyEvent = '*'

const groupPattern = /^([a-z_]+)\.\*$/

/** Returns the common prefix of the events in a group such as `account.*`, or undefined if there is no such group. */
export function eventGroup(text: string): string | undefined {
  const [, group] = groupPattern.exec(text) ?? []
  const start = `${group}.`
  return group !== undefined && Object.keys(auditEvents()).some((event) => event.startsWith(start))
    ? start
    : undefined
}

/** Returns true if the text names an event, a group of events, or all of them. */
export const isEventFilter = (text: string): boolean =>
  text === everyEvent || isAuditEvent(text) || eventGroup(text) !== undefined
