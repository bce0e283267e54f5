/** A budget, for example of wrong guesses or uploads: the instant at which it would be full again. */
export interface GuessRow {
  key: string
  full_at: number
}

/** A client of the lookup API that has asked a lot, or is or was banned. */
export interface LookupClientRow {
  /** An IPv4 address, the /64 of an IPv6 address, or a wider network, which can only be banned. */
  network: string
  /** The instant at which its budget of requests would be full again. */
  full_at: number
  /** The beginning of the last ban, if any. */
  banned_at: number | null
  /** Null for a ban without an end. */
  ends_at: number | null
  /** The length of the last automatic ban in milliseconds. 0 if there was none. */
  ban_length: number
  /** When the row becomes irrelevant. Null for a ban without an end. */
  forgotten_at: number | null
}
