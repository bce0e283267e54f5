/** The reasons for which a player of a neighbour may not join a game server. */
export const visitRefusals = [
  'two_sources',
  'neighbour_unsure',
  'name_elsewhere',
  'name_owned',
  'visitor_refused',
  'visitor_suspended',
  'answer_malformed',
  'uuid_taken',
  'visitor_renamed_lately',
  'visitors_too_many',
] as const

export type VisitRefusal = (typeof visitRefusals)[number]

/** Returns true if a reason is one of them. */
export const isVisitRefusal = (reason: string): reason is VisitRefusal =>
  (visitRefusals as readonly string[]).includes(reason)
