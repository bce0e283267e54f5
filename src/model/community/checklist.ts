/** The points of the owner's checklist, in the order in which to do them. */
export const checklistPoints = ['address', 'tls', 'mail', 'backup', 'factor', 'server', 'invite'] as const

export type ChecklistPoint = (typeof checklistPoints)[number]
