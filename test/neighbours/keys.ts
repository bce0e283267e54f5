import { generateKeyPairSync } from 'node:crypto'

/** The keys of every mock neighbour of this process. */
export const neighbourKeys = generateKeyPairSync('rsa', { modulusLength: 2048 })
