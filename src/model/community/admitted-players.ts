/** The players of an account that a game server takes: all, or the primary one. */
export const admittedPlayers = ['all', 'primary'] as const

export type AdmittedPlayers = (typeof admittedPlayers)[number]
