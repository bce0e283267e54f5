const idPattern = /^[a-z0-9][a-z0-9-]{0,15}$/

/** Returns true if the text may identify a neighbour: up to 16 characters. */
export const isNeighbourId = (text: string): boolean => idPattern.test(text)
