// npm pack: writes dist/commit.txt, since a package has no repository. Plain JavaScript: npm may run on an old Node.js.
import { rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checkedOut } from '../dist/lib/process/commit.js'

const commit = checkedOut(fileURLToPath(new URL('..', import.meta.url)))
const stamp = new URL('../dist/commit.txt', import.meta.url)
if (commit === undefined) rmSync(stamp, { force: true })
else writeFileSync(stamp, `${commit}\n`)
