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
] as const

export type VisitRefusal = (typeof visitRefusals)[number]
