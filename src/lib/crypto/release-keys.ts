import { readFileSync } from 'node:fs'
import { publicKeyLine } from './ssh-signature.ts'

// This path is the same from src and from dist.
const file = new URL('../../../deploy/release-keys.pub', import.meta.url)

/** Reads the public keys that sign releases of this program, as lines in SSH format. An unpublished copy has none. */
export const releaseKeys = (): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => publicKeyLine.test(line))
