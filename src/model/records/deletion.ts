/** The kinds of things whose deletion can be undone. */
export const deletionKinds = ['client', 'group', 'server', 'webhook', 'neighbour', 'provider'] as const

export type DeletionKind = (typeof deletionKinds)[number]

/** A deletion that can be undone until an instant. */
export interface Deletion {
  id: string
  kind: DeletionKind
  /** The name or the id of the thing, which another one may have by now. */
  name: string
  /** The name that people see. */
  title: string
  restorableUntil: number
}
