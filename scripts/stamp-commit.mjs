// Writes dist/commit.txt, for packages of the build: they have no repository. Plain JavaScript: any Node.js builds.
import { rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checkedOut } from '../dist/lib/commit.js'

const commit = checkedOut(fileURLToPath(new URL('..', import.meta.url)))
const stamp = new URL('../dist/commit.txt', import.meta.url)
if (commit === undefined) rmSync(stamp, { force: true })
else writeFileSync(stamp, `${commit}\n`)
