import { readFileSync } from 'node:fs'
import { publicKeyLine } from './ssh-signature.ts'

// Beside both src and dist.
const file = new URL('../../../deploy/release-keys.pub', import.meta.url)

/** The public keys that sign releases of this program, as lines of SSH. None in a copy that nobody publishes. */
export const releaseKeys = (): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => publicKeyLine.test(line))
