// What the pages serve as it is stands beside the compiled code: the compiler leaves it out.
import { cpSync, rmSync } from 'node:fs'

const from = new URL('../src/web/assets/', import.meta.url)
const to = new URL('../dist/web/assets/', import.meta.url)
rmSync(to, { recursive: true, force: true })
cpSync(from, to, { recursive: true })
