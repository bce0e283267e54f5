/** The time at which the clock of a test's service stands still. */
export const start2026 = Date.UTC(2026, 10, 21, 12)

/** Half the size that operators get, for a tenth of the time. */
export const texturesKeyBits = 2048
