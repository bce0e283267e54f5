/** The points of the owner's checklist, in the order in which to do them. */
export const checklistPoints = ['address', 'tls', 'mail', 'backup', 'factor', 'server', 'invite'] as const

export type ChecklistPoint = (typeof checklistPoints)[number]

export const isChecklistPoint = (text: string): text is ChecklistPoint =>
  checklistPoints.some((point) => point === text)

/** Returns the points that a setting names. */
export const pointsIn = (text: string | null): ChecklistPoint[] =>
  (text ?? '').split(' ').filter(isChecklistPoint)

/** Returns points as a setting names them. */
export const pointsText = (points: ReadonlySet<string>): string =>
  checklistPoints.filter((point) => points.has(point)).join(' ')

/** Returns a text of points as it is stored; undefined if it has none, or anything else. */
export function readPoints(text: string): string | undefined {
  const words = new Set(text.split(/\s+/).filter((word) => word !== ''))
  const points = pointsText(words)
  return words.size > 0 && [...words].every(isChecklistPoint) ? points : undefined
}
